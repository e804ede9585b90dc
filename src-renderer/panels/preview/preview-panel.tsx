import { AppWindow, ExternalLink, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { isThisMachine } from '#shared/lib/is-localhost.ts'
import { type Preview, type PreviewsState, shownPreview } from '#shared/projections/previews.ts'
import { useIsRecording } from '../../connection/host-context.tsx'
import { findImage } from '../../queries/content-image.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { useIsLive, useSessionView } from '../../session/session-context.tsx'
import { useContent } from '../../session/session-queries.ts'
import { useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { PanelBar, TitleBar } from '../../ui/panels/panel-bar.tsx'
import { formatClock } from '../../ui/text/format.ts'
import styles from './preview-panel.module.css'

/** The page of this machine that an agent showed last: itself while live, in the past how it looked. */
export function PreviewPanel() {
  const preview = useProjection(useSessionView(), 'previews', selectShown)
  if (!preview) {
    return (
      <>
        <TitleBar>Preview</TitleBar>
        <Empty icon={<AppWindow aria-hidden="true" />}>
          Pages that agents show from a server on this machine appear here.
        </Empty>
      </>
    )
  }
  return <Shown key={preview.seq} preview={preview} />
}

const selectShown = (state: PreviewsState) => shownPreview(state)

function Shown({ preview }: { readonly preview: Preview }) {
  const [reloads, setReloads] = useState(0)
  const isRecording = useIsRecording()
  const isPast = !useIsLive() || isRecording
  const { url, title } = preview
  return (
    <section className={styles.preview} aria-label={`Preview of ${title}`}>
      <PanelBar className={styles.bar}>
        <h2 title={title}>{title}</h2>
        <span className={styles.address} title={url}>
          {url}
        </span>
        {!isPast && (
          <>
            <IconButton isSmall label="Reload the preview" onClick={() => setReloads(reloads + 1)}>
              <RotateCw aria-hidden="true" />
            </IconButton>
            <a
              className={styles.out}
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label="Open in your own browser"
              title="Open in your own browser"
            >
              <ExternalLink aria-hidden="true" />
            </a>
          </>
        )}
      </PanelBar>
      {isPast ? (
        <Picture preview={preview} />
      ) : (
        <Page key={reloads} preview={preview} onReload={() => setReloads(reloads + 1)} />
      )}
    </section>
  )
}

interface PageProps {
  readonly preview: Preview
  readonly onReload: () => void
}

function Page({ preview, onReload }: PageProps) {
  const { url } = preview
  if (!mayFrame(url)) return <Failure>{`${url} is no page that can be shown here.`}</Failure>
  return <ReachedPage preview={preview} onReload={onReload} />
}

/** A page of another origin, whose scripts reach nothing of this window; a frame does not say that it is gone. */
function ReachedPage({ preview, onReload }: PageProps) {
  const { url, title } = preview
  const { data: reach } = useHostQuery('previews.reach', { url })
  if (reach?.isThere === false) return <GonePage preview={preview} onReload={onReload} />
  return (
    <iframe
      className={styles.page}
      src={url}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-forms allow-modals"
      referrerPolicy="no-referrer"
    />
  )
}

function GonePage({ preview, onReload }: PageProps) {
  return (
    <>
      <div className={styles.gone}>
        <Failure
          action={
            <Button isSmall onClick={onReload}>
              Try again
            </Button>
          }
        >
          Nothing answers there now. What an agent starts ends with its run: have it started again.
        </Failure>
      </div>
      <Picture preview={preview} />
    </>
  )
}

/** What came in with a log from elsewhere may name any address. */
function mayFrame(url: string): boolean {
  const { protocol, hostname, origin } = URL.parse(url) ?? {}
  if (protocol !== 'http:' || hostname === undefined) return false
  return isThisMachine(hostname) && origin !== location.origin
}

function Picture({ preview: { title, at, picture } }: { readonly preview: Preview }) {
  const { data, error, isLoading } = useContent(picture?.hash)
  const image = data && findImage('', data)
  if (error) return <Failure>{error.message}</Failure>
  if (isLoading) return <Loading label="Loading the picture" rows={6} />
  return (
    <figure className={styles.picture}>
      {image && <img src={image.url} alt={`How ${title} looked`} />}
      <figcaption>
        {image
          ? `As it looked at ${formatClock(at)}.`
          : `It was shown at ${formatClock(at)}. No picture of it was kept.`}
      </figcaption>
    </figure>
  )
}
