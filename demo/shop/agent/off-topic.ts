/** Questions that no shop can answer: a search would find some product by a word of them. */

const subjects = [
  /\bwhat(?:'s| is| was| will)\b.*\b(?:weather|time|date|day|news|score|capital|meaning)\b/,
  /\b(?:weather|forecast)\b.*\b(?:today|tomorrow|tonight|now|outside)\b/,
  /\b(?:who|what|how old|how) are you\b|\bwhat(?:'s| is) your name\b/,
  /\btell me (?:a joke|a story|about yourself)\b/,
  /^who (?:is|was|won|wrote)\b/,
  /^(?:translate|calculate|write|sing)\b/,
  /^(?:please )?remind me\b/,
]

/** Of a shop, but not of its catalog and carts. */
const shopMatters =
  /\b(?:shipping|shipped|shipment|deliver(?:y|ed|s)?|refunds?|returns?|warrant(?:y|ies)|guarantee|paypal|credit card|invoice|discounts?|coupons?|opening hours|customer service|restock(?:ed)?|(?:back|again) in stock)\b|\bwhen (?:do|does|will|is|are)\b.*\bback\b|\b(?:speak|talk|chat) (?:to|with) (?:an?|the|some)/

export function isShopMatter(sentence: string): boolean {
  return shopMatters.test(sentence.toLowerCase())
}

export function isOffTopic(sentence: string): boolean {
  const text = sentence.toLowerCase()
  return subjects.some((subject) => subject.test(text))
}
