import { expect, test } from 'vitest'
import { Reached } from './reach.ts'

const HERE = 'http://localhost:5173/'
const ASKED = 'https://asked.example/'
const OTHER = 'https://other.example/x.js'

function reachedBy(isConfined: boolean): Reached {
  const reached = new Reached({ isConfined })
  reached.open(HERE)
  reached.open(ASKED)
  return reached
}

test.each([
  // Where a page is loaded from, what it asks for, in its place; whether: confined, not confined.
  ['', ASKED, true, true, true],
  ['', OTHER, true, false, true],
  [HERE, 'http://127.0.0.1:1/', true, true, true],
  [HERE, ASKED, true, true, true],
  [HERE, 'https://www.asked.example/', true, true, true],
  [HERE, OTHER, true, false, true],
  [HERE, OTHER, false, false, true],
  [HERE, 'wss://other.example/', false, false, true],
  ['data:text/html,x', OTHER, false, false, true],
  [ASKED, OTHER, false, true, true],
  [ASKED, OTHER, true, false, true],
  [ASKED, HERE, false, false, false],
  [ASKED, HERE, true, false, false],
  [ASKED, 'ws://127.0.0.1:9/', false, false, false],
  [HERE, 'file:///etc/passwd', true, false, false],
  [HERE, 'chrome://settings', true, false, false],
  [ASKED, 'data:image/png;base64,', false, true, true],
])('from %j to %s (in its place: %s): confined %s, else %s', (from, url, isTop, ...expected) => {
  const allowed = [true, false].map((isConfined) =>
    reachedBy(isConfined).allows({ url, from, isTop }),
  )
  expect(allowed).toEqual(expected)
})

test('a page that was sent elsewhere stands only where somebody was asked', () => {
  const places = [HERE, ASKED, OTHER, 'about:blank', 'chrome-error://chromewebdata/']
  const reached = reachedBy(true)
  expect(places.map((url) => reached.allowsPlace(url))).toEqual([true, true, false, true, false])
  const elsewhere = new Reached({ isConfined: false })
  elsewhere.open(ASKED)
  expect(elsewhere.allowsPlace(HERE)).toBe(false)
})
