/** What the demo's shop has beside shoes. */
import type { Item } from './item.ts'

export const gear: readonly Item[] = [
  {
    ...{
      title: 'Wool socks',
      picture: 'sock',
      colour: '#8d99ae',
      colourName: 'Grey',
      cents: 1900,
      category: 'clothing',
    },
    ...{ text: 'Two pairs. Warm when wet.', optionName: 'Size' },
    variants: [
      { option: '36 to 39', stock: 30 },
      { option: '40 to 43', stock: 25 },
      { option: '44 to 47', stock: 0 },
    ],
  },
  {
    ...{
      title: 'Rain jacket',
      picture: 'jacket',
      colour: '#2a9d8f',
      colourName: 'Green',
      cents: 14_900,
      category: 'clothing',
    },
    ...{ text: 'Three layers, 320 grams, packs into its pocket.', optionName: 'Size' },
    variants: [
      { option: 'S', stock: 4 },
      { option: 'M', stock: 0 },
      { option: 'L', stock: 6 },
    ],
  },
  {
    ...{ title: 'Running cap', picture: 'cap', colour: '#e76f51', cents: 2400, category: 'clothing' },
    ...{ text: 'Shade for the eyes, holes for the heat.', optionName: 'Colour' },
    variants: [
      { option: 'Red', stock: 12 },
      { option: 'Blue', stock: 9 },
    ],
  },
  {
    ...{
      title: 'Merino shirt',
      picture: 'jacket',
      colour: '#6d597a',
      colourName: 'Purple',
      cents: 6900,
      category: 'clothing',
    },
    ...{ text: 'Smells of nothing after three days.', optionName: 'Size' },
    variants: [
      { option: 'S', stock: 7 },
      { option: 'M', stock: 8 },
      { option: 'L', stock: 2 },
    ],
  },
  {
    ...{
      title: 'Head lamp',
      picture: 'lamp',
      colour: '#ffb703',
      colourName: 'Yellow',
      cents: 4900,
      category: 'equipment',
    },
    ...{ text: '300 lumens for four hours, 30 for two nights.', optionName: 'Power' },
    variants: [
      { option: 'Battery', stock: 11 },
      { option: 'USB', stock: 5, extra: 1000 },
    ],
  },
  {
    ...{
      title: 'Water bottle',
      picture: 'bottle',
      colour: '#219ebc',
      colourName: 'Blue',
      cents: 2200,
      category: 'equipment',
    },
    ...{ text: 'Steel, with one wall: it may stand on a stove.', optionName: 'Volume' },
    variants: [
      { option: '0.5 l', stock: 40 },
      { option: '1 l', stock: 35, extra: 600 },
    ],
  },
  {
    ...{ title: 'Day pack', picture: 'pack', colour: '#4a4e69', cents: 8900, category: 'equipment' },
    ...{ text: '18 litres, and a place for poles.', optionName: 'Colour' },
    variants: [
      { option: 'Grey', stock: 6 },
      { option: 'Beige', stock: 3 },
    ],
  },
  {
    ...{
      title: 'Running vest',
      picture: 'pack',
      colour: '#bc4749',
      colourName: 'Red',
      cents: 9900,
      category: 'equipment',
    },
    ...{ text: 'Carries two flasks at the chest and does not swing.', optionName: 'Size' },
    variants: [
      { option: 'S/M', stock: 4 },
      { option: 'L/XL', stock: 0 },
    ],
  },
  {
    ...{ title: 'Tent for two', picture: 'tent', colour: '#588157', cents: 34_900, category: 'equipment' },
    ...{ text: 'Stands in seven minutes, 1.9 kilograms.', optionName: 'Colour' },
    variants: [{ option: 'Green', stock: 0 }],
  },
  {
    ...{
      title: 'Folding poles',
      picture: 'poles',
      colour: '#3a5a40',
      colourName: 'Green',
      cents: 11_900,
      category: 'equipment',
    },
    ...{ text: 'A pair, of aluminium, in three parts each.', optionName: 'Length' },
    variants: [
      { option: '115 cm', stock: 5 },
      { option: '125 cm', stock: 5 },
    ],
  },
  {
    ...{ title: 'Oat bars', picture: 'box', colour: '#dda15e', cents: 1500, category: 'food' },
    ...{ text: 'A box of twelve, with plums.', optionName: 'Taste' },
    variants: [{ option: 'Plum', stock: 60 }],
  },
  {
    ...{ title: 'Green tea', picture: 'box', colour: '#a7c957', cents: 1200, category: 'food' },
    ...{ text: 'From one garden. Sold in Japan only.', optionName: 'Weight' },
    currencies: ['JPY'],
    variants: [
      { option: '100 g', stock: 15 },
      { option: '200 g', stock: 10, extra: 1000 },
    ],
  },
  {
    ...{ title: 'Dates', picture: 'box', colour: '#7f5539', cents: 1800, category: 'food' },
    ...{ text: 'Fresh, from Kuwait. Sold there first.', optionName: 'Weight' },
    currencies: ['KWD', 'USD'],
    variants: [
      { option: '500 g', stock: 8 },
      { option: '1 kg', stock: 4, extra: 1400 },
    ],
  },
  {
    ...{ title: 'Gift card', picture: 'card', colour: '#9d4edd', cents: 5000, category: 'gifts' },
    ...{ text: 'For everything that is here.', optionName: 'Design' },
    variants: [{ option: 'Flower', stock: 1000 }],
  },
]
