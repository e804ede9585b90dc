import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someReview } from '../../test/support/review-result.ts'
import { LeftOut, Severity } from '../events/code-review.ts'
import { emptyReviewResult, type ReviewResult } from './review-result.ts'
import { toSarif } from './review-sarif.ts'

const schemaFile = new URL('../../test/fixtures/sarif/sarif-schema-2.1.0.json', import.meta.url)

/** SARIF's schema is of draft 4, of which it uses nothing that draft 7 has otherwise but for the id. */
function openValidator() {
  const { $schema: _, id, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'))
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const validate = ajv.compile({ ...schema, $id: id })
  return (sarif: unknown) => {
    validate(JSON.parse(JSON.stringify(sarif)))
    return validate.errors ?? []
  }
}

const errorsOf = openValidator()
const options = { version: '1.2.3' }

test('the schema refuses what is no SARIF', () => {
  expect(errorsOf({ version: '2.1.0' })).not.toEqual([])
  const sarif = JSON.parse(JSON.stringify(toSarif(someReview, options)))
  sarif.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0
  expect(errorsOf(sarif)).toHaveLength(1)
})

test('a review is one run, its comments results of a rule for each category', () => {
  const sarif = toSarif(someReview, options)
  expect(errorsOf(sarif)).toEqual([])
  const uriBaseId = '%SRCROOT%'
  expect(sarif).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Orrery',
            version: '1.2.3',
            rules: [
              {
                id: 'review/sql-injection',
                properties: { tags: ['review', 'security'], 'security-severity': '9.5' },
              },
              { id: 'review/off-by-one', properties: { tags: ['review'] } },
              { id: expect.stringMatching(/^review\/\w+$/) },
            ],
          },
        },
        invocations: [
          {
            executionSuccessful: false,
            toolExecutionNotifications: [
              {
                level: 'warning',
                message: { text: expect.stringContaining('asked for it twice') },
              },
              { level: 'warning', message: { text: 'Asked, and not heard from: logic.' } },
              { level: 'warning' },
              { level: 'warning' },
              { level: 'warning' },
              { level: 'warning' },
              {
                level: 'warning',
                locations: [
                  { physicalLocation: { artifactLocation: { uri: 'src/list.ts', uriBaseId } } },
                ],
              },
              { level: 'note', message: { text: 'Left out: generated.' } },
              { level: 'note' },
            ],
          },
        ],
        results: [
          {
            ruleId: 'review/sql-injection',
            level: 'error',
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'src/%C3%BCber%20uns.ts', uriBaseId },
                  region: { startLine: 12, endLine: 13 },
                },
              },
            ],
            fixes: [
              {
                artifactChanges: [
                  {
                    replacements: [
                      {
                        deletedRegion: { startLine: 12, endLine: 13 },
                        insertedContent: { text: "  run('select ?', name)" },
                      },
                    ],
                  },
                ],
              },
            ],
          },
          { level: 'warning', message: { text: expect.not.stringContaining('](') } },
          {
            level: 'note',
            fixes: [
              {
                artifactChanges: [
                  {
                    replacements: [
                      {
                        deletedRegion: { startLine: 9, startColumn: 1, endLine: 10, endColumn: 1 },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
})

test('where nothing differs the run is whole and has no results', () => {
  const sarif = toSarif(emptyReviewResult({ type: 'staged' }, 'Nothing is staged.'), options)
  expect(errorsOf(sarif)).toEqual([])
  expect(sarif).toMatchObject({
    runs: [{ results: [], invocations: [{ executionSuccessful: true }] }],
  })
})

interface Marked {
  readonly runs: readonly {
    readonly results: readonly {
      readonly partialFingerprints: Readonly<Record<string, string>>
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
      }[]
    }[]
  }[]
}

function resultsOf(review: ReviewResult, prefix?: string) {
  const text = JSON.stringify(toSarif(review, { ...options, ...(prefix && { prefix }) }))
  const sarif: Marked = JSON.parse(text)
  return sarif.runs[0]?.results ?? []
}

function marksOf(review: ReviewResult): readonly (string | undefined)[] {
  return resultsOf(review).map((one) => one.partialFingerprints['orreryFinding/v1'])
}

test('a finding keeps its mark when lines move and words change, and two alike are told apart', () => {
  const [first] = someReview.comments
  if (!first) throw new Error('There are comments.')
  const moved = {
    ...first,
    line: 40,
    endLine: 41,
    message: 'Said otherwise.',
    quote: `${first.quote}  `,
  }
  const [mark] = marksOf({ ...someReview, comments: [first] })
  expect(marksOf({ ...someReview, comments: [moved, moved] })).toEqual([
    mark,
    mark?.replace(/:1$/, ':2'),
  ])
  const other = { ...first, quote: 'else' }
  expect(marksOf({ ...someReview, comments: [other] })).not.toEqual([mark])
})

test('files are below the root of the repository, whatever they are called', () => {
  const [first] = someReview.comments
  if (!first) throw new Error('There are comments.')
  const names = [
    '../../etc/passwd',
    '/etc/passwd',
    'a b#c?.ts',
    'C:/x',
    './a//b',
    '%41',
    '日本/é.ts',
  ]
  const comments = names.map((file) => ({ ...first, file }))
  const uris = resultsOf({ ...someReview, comments }, 'packages/web/').map(
    ({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri,
  )
  expect(uris).toEqual([
    'etc/passwd',
    'packages/web/etc/passwd',
    'packages/web/a%20b%23c%3F.ts',
    'packages/web/C%3A/x',
    'packages/web/a/b',
    'packages/web/%2541',
    'packages/web/%E6%97%A5%E6%9C%AC/%C3%A9.ts',
  ])
})

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom('..', 'a/../b', '\ud800', 'x y', '{0}', '[a](b)', '\u0000'),
)
const comment = fc.record(
  {
    file: text,
    line: fc.integer({ min: 1, max: 1e6 }),
    endLine: fc.integer({ min: 1, max: 1e6 }),
    severity: fc.constantFrom(...Severity.options),
    category: text,
    message: text,
    suggestion: fc.string({ unit: 'binary' }),
    quote: fc.string(),
    reviewers: fc.array(text),
  },
  { requiredKeys: ['file', 'line', 'severity', 'category', 'message', 'quote', 'reviewers'] },
)

test('any review validates', () => {
  const leftOut = fc.record({ path: text, why: fc.constantFrom(...LeftOut.shape.why.options) })
  const reviews = fc.record({ comments: fc.array(comment), leftOut: fc.array(leftOut) })
  let checked = 0
  fc.assert(
    fc.property(reviews, (some) => {
      checked += 1
      expect(errorsOf(toSarif({ ...someReview, ...some }, options))).toEqual([])
    }),
  )
  expect(checked).toBeGreaterThan(50)
})
