import { expect, test } from 'vitest'
import { bytesOf, findImage } from './content-image.ts'

const toContent = (bytes: string) => ({ type: 'binary' as const, base64: btoa(bytes) })

test('an image is known by its bytes, whatever its name', () => {
  const formatOf = (bytes: string, path = 'a.bin') => findImage(path, toContent(bytes))?.format
  expect(formatOf('\x89PNG\r\n\x1a\n…'.replace('…', 'rest'))).toBe('PNG')
  expect(formatOf('\xff\xd8\xff\xe0')).toBe('JPEG')
  expect(formatOf('GIF89a')).toBe('GIF')
  expect(formatOf('RIFF\0\0\n\0WEBPVP8 ')).toBe('WebP')
  expect(formatOf('\0\x01\x02', 'a.png')).toBeUndefined()
})

test('an SVG is an image by its name, and told apart from its markup', () => {
  const text = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const svg = findImage('a.svg', { type: 'text', text })
  expect(svg).toMatchObject({ format: 'SVG', bytes: text.length })
  expect(svg?.url).not.toContain('<')
  expect(findImage('a.xml', { type: 'text', text })).toBeUndefined()
})

test('the size is that of the bytes, not of how they are written', () => {
  expect(['', 'a', 'ab', 'abc', 'abcd'].map((bytes) => bytesOf(btoa(bytes)))).toEqual([
    0, 1, 2, 3, 4,
  ])
})
