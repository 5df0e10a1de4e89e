/** German sentences about a shop, in English words: what follows reads one language. */

/** Phrases before words. A word that is not here stays as it is: names are names. */
const phrases: readonly (readonly [german: RegExp, english: string])[] = [
  [/\bzur kasse(?: gehen)?\b|\bzur bezahlung\b/gi, 'check out'],
  [/\b(?:in|auf) (?:den|meinen) (?:warenkorb|korb|einkaufswagen)\b/gi, 'to my cart'],
  [/\baus (?:dem|meinem) (?:warenkorb|korb|einkaufswagen)\b/gi, ''],
  [/\bwas kannst du\b/gi, 'what can you do'],
  [/\bwas habt ihr\b|\bwas gibt es\b/gi, 'what do you have'],
  [/\b(?:ich )?(?:hätte|möchte) (?:ich )?(?:gerne?)?(?= |$)/gi, 'I want'],
  [/\bgrüne[rn]? tee\b/gi, 'green tea'],
  [/\b(?:nein|ne) danke\b|\bvergiss es\b|\blass (?:es|gut sein)\b|\bschon gut\b/gi, 'never mind'],
  [/\bdas (?:war(?:'?s| es|s)|ist alles)\b/gi, 'that is all'],
  [/\bich (?:will|möchte|brauche) (?:nicht|kein\w*)\b/gi, "I don't want"],
  [/\bnoch (?:ein\w*|mal)\b/gi, 'one more'],
  [/\bdas(?=\s*[?.!]*$)/gi, 'that'],
  [/\bgibt es\b|\bhabt ihr\b/gi, 'do you have'],
]

const words: Readonly<Record<string, string>> = {
  ...{ ich: 'I', wir: 'we', mir: 'me', uns: 'us', bitte: 'please', suche: 'search', suchen: 'search', finde: 'find' },
  ...{ zeig: 'show', zeige: 'show', brauche: 'need', brauchen: 'need', kaufe: 'buy', kauf: 'buy', nimm: 'take' },
  ...{ füge: 'add', leg: 'put', lege: 'put', hinzu: '', vergleiche: 'compare', vergleich: 'compare' },
  ...{ entferne: 'remove', lösche: 'remove', leere: 'empty', mehr: 'more', weitere: 'more', ja: 'yes', nein: 'no' },
  ...{
    hilfe: 'help',
    erinnere: 'remind',
    mich: 'me',
    hallo: 'hello',
    warenkorb: 'cart',
    einkaufswagen: 'cart',
    bestellen: 'check out',
  },
  ...{ unter: 'under', bis: 'up to', höchstens: 'at most', maximal: 'at most', über: 'over', ab: 'over' },
  ...{ mindestens: 'at least', zwischen: 'between', und: 'and', oder: 'or', von: 'from', für: 'for', mit: 'with' },
  ...{ der: 'the', die: 'the', das: 'the', den: 'the', dem: 'the', ein: 'a', eine: 'a', einen: 'a', einem: 'a' },
  ...{ meinen: 'my', meinem: 'my', mein: 'my', alles: 'everything', was: 'what', ist: 'is', im: 'in the' },
  ...{ zwei: 'two', drei: 'three', vier: 'four', fünf: 'five', erste: 'first', zweite: 'second', dritte: 'third' },
  ...{ größe: 'size', grösse: 'size', groesse: 'size', farbe: '', dollar: 'dollars' },
  ...{ schuh: 'shoe', schuhe: 'shoes', laufschuh: 'running shoe', laufschuhe: 'running shoes', stiefel: 'boot' },
  ...{ wanderschuh: 'hiking boot', wanderschuhe: 'hiking boots', wanderstiefel: 'hiking boots', sandale: 'sandal' },
  ...{ sandalen: 'sandals', socke: 'socks', socken: 'socks', wollsocken: 'wool socks', wolle: 'wool', jacke: 'jacket' },
  ...{ regenjacke: 'rain jacket', hemd: 'shirt', merinohemd: 'merino shirt', mütze: 'cap', kappe: 'cap' },
  ...{ laufmütze: 'running cap', laufkappe: 'running cap', lampe: 'lamp', stirnlampe: 'head lamp', flasche: 'bottle' },
  ...{ trinkflasche: 'water bottle', wasserflasche: 'water bottle', rucksack: 'day pack', tagesrucksack: 'day pack' },
  ...{ weste: 'vest', laufweste: 'running vest', zelt: 'tent', stöcke: 'poles', wanderstöcke: 'folding poles' },
  ...{ haferriegel: 'oat bars', tee: 'tea', datteln: 'dates', geschenkkarte: 'gift card', gutschein: 'gift card' },
  ...{ schachtel: 'box of', schachteln: 'boxes of' },
  ...{ zelte: 'tents', jacken: 'jackets', regenjacken: 'rain jackets', hemden: 'shirts', mützen: 'caps' },
  ...{ lampen: 'lamps', stirnlampen: 'head lamps', flaschen: 'bottles', rucksäcke: 'day packs', westen: 'vests' },
  ...{ beide: 'both', beiden: 'both', alle: 'all', davon: 'of them', letzte: 'last', letzten: 'last', letzter: 'last' },
  ...{ ersten: 'first', erster: 'first', zweiten: 'second', zweiter: 'second', dritten: 'third', dritter: 'third' },
  ...{ andere: 'other', anderen: 'other', anderer: 'other', mittlere: 'middle', mittleren: 'middle', diese: 'these' },
  ...{ dieser: 'this', diesen: 'this', dieses: 'this', nicht: 'not', ohne: 'without', außer: 'except', nur: 'only' },
  ...{ nehme: 'take', nehmen: 'take', lieber: 'prefer', raus: 'out', weg: 'away', mach: 'make', mache: 'make' },
  ...{ ändere: 'change', daraus: 'of it', paar: 'pairs', stück: 'pieces', mal: 'times', einmal: 'one', sechs: 'six' },
  ...{ danke: 'thanks', kostet: 'costs', kosten: 'cost', welche: 'which', welcher: 'which', welches: 'which' },
  ...{ sortiere: 'sort', sortieren: 'sort', preis: 'price', nach: 'by', auch: 'also', wieder: 'again' },
  ...{ zeigen: 'show', sehen: 'see', etwas: 'something', will: 'want', möchte: 'want', hätte: 'want', egal: 'ok' },
  ...{ gefällt: 'like', unterschied: 'difference', schuhen: 'shoes', günstigeres: 'cheaper', billigeres: 'cheaper' },
  ...{ wandern: 'hiking', laufen: 'running', regen: 'rain', schnee: 'snow' },
}

/** Adjectives have endings: “rote”, “roten”. */
const adjectives: Readonly<Record<string, string>> = {
  ...{ rot: 'red', blau: 'blue', grün: 'green', gelb: 'yellow', grau: 'grey', braun: 'brown', lila: 'purple' },
  ...{ günstiger: 'cheaper', günstigst: 'cheapest', billiger: 'cheaper', billigst: 'cheapest', teurer: 'dearer' },
  ...{ teuerst: 'dearest', teuer: 'expensive', best: 'best', besser: 'better' },
  ...{ violett: 'purple', schwarz: 'black', weiß: 'white', weiss: 'white', wasserdicht: 'waterproof', leicht: 'light' },
}

/** Words of both languages, and such as stand in English sentences: alone they make no sentence German. */
const both: ReadonlySet<string> = new Set([
  ...['die', 'den', 'was', 'rot', 'tee', 'ab', 'dollar', 'leg', 'im', 'will', 'best', 'paar', 'mal', 'weg'],
])

/** Says something that English does not. */
export function isGerman(sentence: string): boolean {
  const known = wordsIn(sentence).filter((word) => translated(word) !== undefined)
  return known.some((word) => !both.has(word.toLowerCase())) || sentence !== withPhrases(sentence)
}

const englishWords = new Set(
  [...Object.values(words), ...Object.values(adjectives)].flatMap((text) => wordsIn(text.toLowerCase())),
)

/** Has a word that is known as English. */
export function isEnglish(sentence: string): boolean {
  return !isGerman(sentence) && wordsIn(sentence).some((word) => englishWords.has(word.toLowerCase()))
}

function wordsIn(sentence: string): readonly string[] {
  return sentence.match(/\p{L}+/gu) ?? []
}

function withPhrases(sentence: string): string {
  return phrases.reduce((text, [german, english]) => text.replace(german, english), sentence)
}

/** The sentence itself unless it is German. */
export function inEnglish(sentence: string): string {
  if (!isGerman(sentence)) return sentence
  return withPhrases(sentence)
    .replace(/\p{L}+/gu, (word) => translated(word) ?? word)
    .replace(/\s+/g, ' ')
    .trim()
}

function translated(word: string): string | undefined {
  const low = word.toLowerCase()
  return find(words, low) ?? find(adjectives, low) ?? find(adjectives, low.replace(/(?:e|en|er|es|em)$/, ''))
}

function find(list: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(list, word) ? list[word] : undefined
}
