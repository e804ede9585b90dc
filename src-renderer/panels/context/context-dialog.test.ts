import { expect, test } from 'vitest'
import type { Provider } from '#shared/contract/procedures/models.ts'
import { ModelName } from '#shared/settings/settings.ts'
import { findAskedModel } from './context-dialog.tsx'

const provider: Provider = {
  id: 'acme',
  label: 'Acme',
  isScripted: false,
  needsKey: false,
  needsBaseUrl: false,
  isReady: true,
  models: ['large', 'small'].map((label) => ({ name: `acme:${label}`, label })),
}
const providers = [provider]
const large = { provider: 'acme', model: 'large' }
const small = ModelName.parse('acme:small')

test('the model that is told is the type’s own, the session’s, the person’s, or what there is', () => {
  const asked = [
    { session: large, type: 'acme:small', preferred: undefined },
    { session: large, type: 'inherit', preferred: small },
    { session: large, type: undefined, preferred: small },
    { session: undefined, type: undefined, preferred: small },
    { session: undefined, type: undefined, preferred: undefined },
    { session: large, type: 'haiku', preferred: small },
  ]
  expect(asked.map((one) => findAskedModel({ ...one, providers })?.label)).toEqual([
    'small',
    'large',
    'large',
    'small',
    'large',
    undefined,
  ])
})
