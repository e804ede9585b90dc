import { expect, test } from 'vitest'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { sampleImages } from '../../../../test/support/sample-images.ts'

const { png, jpeg, bmp, webp, wide } = sampleImages
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/** See microsoft/vscode#311732: an image sent under a wrong type ended the conversation. */
test.each<[string, string, Uint8Array, RegExp]>([
  ['photo.png', 'image/png', jpeg, /data:image\/jpeg;base64,/],
  ['photo.png', 'image/png', webp, /data:image\/webp;base64,/],
  ['dot.jpg', 'image/jpg', png, /data:image\/png;base64,/],
  ['logo.svg', 'image/svg+xml', Buffer.from(SVG), /logo\.svg:\\n<svg xmlns/],
  ['old.bmp', 'image/bmp', bmp, /old\.bmp isn't shown to you: models can't read BMP/],
  ['wide.png', 'image/png', wide, /wide\.png isn't shown to you: 9000 × 1 pixels/],
  [
    'cut.png',
    'image/png',
    png.subarray(0, 40),
    /cut\.png isn't shown to you: the file is incomplete/,
  ],
  [
    'text.png',
    'image/png',
    Buffer.from('/tmp/x.png'),
    /text\.png isn't shown to you: it can't be read/,
  ],
])(
  '%s, pasted as %s, is sent by the type of its bytes or named',
  async (name, mimeType, bytes, sent) => {
    await using fixture = await openRunFixture({ model: 'openai:gpt-5-mini' })
    const base64 = Buffer.from(bytes).toString('base64')
    const attachments = [{ name, mimeType, base64 }]
    await fixture.runs.send(fixture.sessionId, { text: 'look', attachments })
    await fixture.runs.idle(fixture.sessionId)
    const body = JSON.stringify(fixture.server.requests[0]?.body)
    expect(body).toMatch(sent)
    expect(body).not.toContain(`data:${mimeType};base64,${base64}`)
  },
)
