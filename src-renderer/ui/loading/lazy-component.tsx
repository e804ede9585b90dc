import {
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  useEffect,
  useState,
} from 'react'
import { Loading } from './notice.tsx'

interface LoadedLater<Props extends object> extends FunctionComponent<Props> {
  /** Loads it before it is drawn. Fails where it can't be had; whoever draws it asks again. */
  loadAhead(): Promise<void>
}

/** What stands in its place: what is loading, for a skeleton, or anything. */
type Meanwhile<Props> = string | ((props: Props) => ReactNode)

/**
 * A component that is loaded when it is first drawn, or ahead, and drawn as soon as it is there. React's
 * own lazy ones are not: what a Suspense shows meanwhile stays for 300 ms.
 */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: Meanwhile<Props> = nothing,
): LoadedLater<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  const drawMeanwhile = typeof meanwhile === 'string' ? skeletonOf(meanwhile) : meanwhile
  function Later(props: Props) {
    const [Drawn, setDrawn] = useState(() => loaded)
    const [failure, fail] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (Drawn) return
      loadOnce().then(
        (component) => setDrawn(() => component),
        (error: unknown) => fail({ error }),
      )
    }, [Drawn])
    if (failure) throw failure.error
    return Drawn ? <Drawn {...props} /> : drawMeanwhile(props)
  }
  return Object.assign(Later, {
    loadAhead: async () => {
      await loadOnce()
    },
  })
}

function nothing(): ReactNode {
  return null
}

function skeletonOf(label: string): () => ReactNode {
  return () => <Loading label={label} rows={6} />
}
