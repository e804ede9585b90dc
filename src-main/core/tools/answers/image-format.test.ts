import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleImages as images } from '../../../../test/support/sample-images.ts'
import { createToolBench } from '../../../../test/support/tool-bench.ts'
import { readImage } from './image-format.ts'

const { png, jpeg, gif, webp } = images

test('the type of an image is the one of its bytes', () => {
  expect([png, jpeg, gif, webp].map(readImage)).toEqual(
    ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].map((mimeType) => ({
      type: 'image',
      mimeType,
    })),
  )
})

test.each([
  ['an empty file', new Uint8Array(), 'unknown'],
  ['text', Buffer.from('version https://git-lfs.github.com/spec/v1\n'), 'unknown'],
  ['a PNG cut in its head', png.subarray(0, 20), 'refused'],
  ['a PNG cut in its pixels', png.subarray(0, -20), 'refused'],
  ['a JPEG without its end', jpeg.subarray(0, -2), 'refused'],
  ['a WebP cut off', webp.subarray(0, -4), 'refused'],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
    'refused',
  ],
  ['a bitmap', images.bmp, 'refused'],
  ['a PNG of 9,000 pixels on a side', images.wide, 'refused'],
  ['a PNG of 12 MB', Buffer.concat([png, Buffer.alloc(12_000_000)]), 'refused'],
])('%s is not sent as an image', (_, bytes, type) => {
  expect(readImage(bytes)).toMatchObject({ type })
})

// https://github.com/microsoft/vscode/issues/311732: the extension was taken for the type.
test('read_file shows an image by its bytes, and text that is named like one as text', async () => {
  await using place = await createToolBench({
    'lfs.png': 'version https://git-lfs.github.com/spec/v1\n',
    'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    'letter.pdf': 'Dear reader',
  })
  const read = (name: string) => place.call('read_file', { file_path: `/workspace/${name}` })
  writeFileSync(join(place.bench.root, 'photo.png'), jpeg)
  expect((await read('photo.png')).media).toEqual([
    { mimeType: 'image/jpeg', base64: jpeg.toString('base64') },
  ])
  expect((await read('lfs.png')).text).toContain('version https://git-lfs')
  expect((await read('letter.pdf')).text).toContain('Dear reader')
  await expect(read('drawing.png')).rejects.toThrow("models can't read SVG")
})
