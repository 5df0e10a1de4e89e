/** "Write x, not y" for names that belong to the other version, or to libraries that models know. */
import { synonyms } from '../text/nearest.ts'
import type { Vocabulary } from './vocabulary.ts'

/** One line for names of types and one for names of properties. */
export function renamed({ version, components, functions }: Vocabulary): readonly string[] {
  const types = new Map(components.map(({ name }) => [name, [name]]))
  const properties = new Map<string, string[]>()
  for (const { name, members } of components)
    for (const member of members) properties.set(member.name, [...(properties.get(member.name) ?? []), name])
  const known = new Set([...types.keys(), ...properties.keys(), ...functions.map(({ name }) => name)])

  /** `owners`: the types that have a name. Where a wrong name is right elsewhere, they are told. */
  function said(owners: ReadonlyMap<string, readonly string[]>): string {
    const rows = [...owners].flatMap(([name, have]) => {
      const wrong = meaning(name).filter((other) => !owners.get(other)?.some((type) => have.includes(type)))
      if (wrong.length === 0) return []
      const where = wrong.some((other) => known.has(other)) ? ` in ${have.join(', ')}` : ''
      return [`${name}, not ${wrong.join('|')}${where}`]
    })
    return rows.join('; ')
  }

  function meaning(name: string): readonly string[] {
    const found = synonyms.flatMap(([first = '', ...others]) => {
      if (first === name) return others
      // The first name of a list is that of v0.9.
      return version === 'v0.8' && others.includes(name) ? [first] : []
    })
    return [...new Set(found)]
  }

  return [said(types), said(properties)].filter((text) => text !== '').map((text) => `${text}.`)
}
