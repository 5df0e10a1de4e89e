/**
 * How many fields a message has, before it is decoded: each becomes an object or a text, so four megabytes of tiny ones would
 * block the process for seconds.
 */
import type { DescField, DescMessage } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

/** Whether the message has more fields than `most`, those of inner messages included. Bytes that are no message are not counted. */
export function hasMoreFields(schema: DescMessage, bytes: Uint8Array, most: number): boolean {
  const counted = { left: most }
  try {
    count(schema, new BinaryReader(bytes), bytes.length, counted)
  } catch {
    // Decoding meets the same fault, and says what it is.
  }
  return counted.left < 0
}

function count(schema: DescMessage | undefined, reader: BinaryReader, end: number, counted: { left: number }): void {
  while (reader.pos < end && counted.left >= 0) {
    counted.left--
    const [no, wireType] = reader.tag()
    const field = schema?.fields.find(({ number }) => number === no)
    if (wireType !== WireType.LengthDelimited || !field) reader.skip(wireType, no)
    else if (field.fieldKind === 'map') countEntry(field, reader, counted)
    else if (field.message) count(field.message, reader, reader.uint32() + reader.pos, counted)
    else reader.skip(wireType, no)
  }
}

/** An entry of a map is a message with the key as its field 1 and the value as its field 2. */
function countEntry(
  field: DescField & { readonly fieldKind: 'map' },
  reader: BinaryReader,
  counted: { left: number },
): void {
  const end = reader.uint32() + reader.pos
  while (reader.pos < end && counted.left >= 0) {
    counted.left--
    const [no, wireType] = reader.tag()
    if (no === 2 && wireType === WireType.LengthDelimited && field.message)
      count(field.message, reader, reader.uint32() + reader.pos, counted)
    else reader.skip(wireType, no)
  }
}
