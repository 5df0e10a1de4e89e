/** The shoes of the demo's shop. */
import type { Item } from './item.ts'

type Row = readonly [
  name: string,
  colourName: string,
  colour: string,
  cents: number,
  stock: Readonly<Record<string, number>>,
  text: string,
]

const running: readonly Row[] = [
  ['Amble', 'Orange', '#c9643c', 6900, { '40': 12, '42': 7, '44': 3 }, 'Soft and plain, for first kilometres.'],
  ['Birch', 'Green', '#5f7f52', 7400, { '39': 5, '41': 0, '43': 9 }, 'A cork sole that stays cool on hot asphalt.'],
  ['Cairn', 'Grey', '#6b6f7a', 9900, { '41': 4, '43': 6 }, 'Deep tread for rocks, mud and roots.'],
  ['Dune', 'Yellow', '#d8a657', 8900, { '38': 2, '40': 8, '42': 8 }, 'Closed mesh: sand stays outside.'],
  ['Ember', 'Red', '#b33f40', 11_900, { '40': 6, '42': 6, '44': 0 }, 'Springy foam for fast intervals.'],
  ['Fjord', 'Blue', '#3d6d8e', 12_900, { '41': 3, '43': 5, '45': 2 }, 'Keeps rain out and lets steam go.'],
  ['Glade', 'Green', '#7a9e5a', 7900, { '39': 10, '41': 11 }, 'Wide toes, low heel, light on forest paths.'],
  ['Heron', 'Blue', '#8aa6b8', 10_400, { '40': 1, '42': 4 }, 'A narrow shoe for narrow feet.'],
  ['Inlet', 'Blue', '#2f5d73', 13_400, { '42': 7, '44': 7 }, 'Drains at the side; made for wet crossings.'],
  ['Juniper', 'Green', '#49705a', 9400, { '38': 6, '40': 6, '42': 6 }, 'An even shoe for long easy days.'],
  ['Kestrel', 'Brown', '#a1743d', 14_400, { '41': 3, '43': 3 }, 'A plate of carbon under thin foam.'],
  ['Lumen', 'Yellow', '#e0c341', 8400, { '40': 9, '43': 0 }, 'Shines in the beam of a lamp at night.'],
  ['Moss', 'Green', '#5b6b3a', 6400, { '39': 14, '42': 15 }, 'Made of what was left of other shoes.'],
  ['Nimbus Flat', 'Blue', '#9fb3c8', 11_400, { '41': 5, '42': 5, '43': 5 }, 'A racing flat of 140 grams.'],
  ['Opal', 'Purple', '#b48ead', 9900, { '37': 4, '38': 4, '39': 0 }, 'Holds the heel, frees the toes.'],
  ['Pebble', 'Grey', '#8c8378', 5900, { '40': 20, '44': 18 }, 'The cheapest one that we would wear.'],
  ['Quarry', 'Grey', '#70757a', 12_400, { '42': 2, '45': 3 }, 'Armour at the toes, for scree.'],
  ['Reed', 'Green', '#9aa957', 7900, { '39': 7, '41': 7 }, 'Woven upper without a seam.'],
  ['Sprint', 'Red', '#d1495b', 13_900, { '40': 4, '42': 0, '44': 4 }, 'Pins for the track come in the box.'],
  ['Tarn', 'Blue', '#33658a', 10_900, { '41': 6, '43': 6 }, 'Grips on wet stone.'],
  ['Umber', 'Brown', '#7b4b2a', 9400, { '42': 8, '44': 8 }, 'Leather that can be mended.'],
  ['Verve', 'Orange', '#ef8354', 8900, { '38': 5, '40': 5 }, 'A high arch and much cushion.'],
  ['Willow', 'Green', '#84a98c', 11_900, { '39': 3, '41': 3, '43': 3 }, 'Steady on tired legs.'],
]

const walking: readonly Row[] = [
  [
    'Ridge Boot',
    'Brown',
    '#5c4033',
    18_900,
    { '41': 2, '43': 4, '45': 1 },
    'A hiking boot over the ankle, for packs and snow.',
  ],
  ['Valley Boot', 'Brown', '#786450', 15_900, { '40': 5, '42': 0 }, 'A light hiking boot for dry paths.'],
  ['Harbour Sandal', 'Brown', '#c08457', 5400, { '39': 9, '41': 9, '43': 9 }, 'A sandal for water and town.'],
]

export const shoes: readonly Item[] = [
  ...running.map((row) => shoe(row, `${row[0]} running shoe`, 'running-shoes')),
  ...walking.map((row) => shoe(row, row[0], 'walking-shoes')),
]

function shoe([, colourName, colour, cents, stock, text]: Row, title: string, category: string): Item {
  const variants = Object.entries(stock).map(([size, pieces]) => ({ option: size, stock: pieces }))
  return { title, picture: 'shoe', colour, colourName, cents, category, text, optionName: 'Size', variants }
}
