import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Landmark } from '../ui/landmark.tsx'
import { onEscape } from '../ui/on-escape.ts'
import { Frame } from './frame.tsx'
import { Rail, type RailProps } from './rail.tsx'
import styles from './whole-page.module.css'

export interface WholePageProps extends Pick<RailProps, 'onLeave' | 'onGoBackTo'> {
  readonly title: string
  /** What finds it in the page. */
  readonly panel: string
  /** Where the arrow before the title leads. */
  readonly back: { readonly label: string; readonly go: () => void }
  readonly children: ReactNode
}

/** The window while one panel has all of it, outside of any session; Escape leads back. */
export function WholePage(props: WholePageProps) {
  const { title, panel, back, onLeave, onGoBackTo, children } = props
  return (
    <Frame
      crumb={
        <>
          <IconButton label={back.label} onClick={back.go}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
          <h1 className={styles.title}>{title}</h1>
        </>
      }
      rail={<Rail onLeave={onLeave} onGoBackTo={onGoBackTo} />}
    >
      <Landmark title={title} panel={panel} onKeyDown={onEscape(back.go)}>
        {children}
      </Landmark>
    </Frame>
  )
}
