import { ChevronDown } from 'lucide-react'
import type { AskedSearch } from '../../client/asked-search.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { whats } from './found-words.ts'
import styles from './search-panel.module.css'

const wheres = [
  { value: 'session', label: 'Session', title: 'In this session' },
  { value: 'project', label: 'Project', title: 'In the sessions of this project' },
  { value: 'everything', label: 'All', title: 'In every session of every project' },
] as const

export interface SearchFiltersProps {
  readonly asked: AskedSearch
  readonly onAsk: (change: Partial<AskedSearch>) => void
}

/** Where is looked, and for what. */
export function SearchFilters({ asked, onAsk }: SearchFiltersProps) {
  const { where, what } = asked
  return (
    <div className={styles.filters}>
      <fieldset className={styles.wheres}>
        <legend>Where to look</legend>
        {wheres.map(({ value, label, title }) => (
          <button
            key={value}
            type="button"
            title={title}
            aria-pressed={where === value}
            onClick={() => onAsk({ where: value })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Menu
        align="end"
        trigger={
          <button type="button" className={styles.what} data-set={what !== 'all'}>
            <span>{what === 'all' ? 'Kind' : whats[what].label}</span>
            <ChevronDown aria-hidden="true" />
          </button>
        }
      >
        <MenuChoices
          label="What to look for"
          value={what}
          choices={choices}
          onChoose={(chosen) => {
            const found = keys.find((key) => key === chosen)
            if (found) onAsk({ what: found })
          }}
        />
      </Menu>
    </div>
  )
}

// The names are this object's own.
const keys = Object.keys(whats) as readonly AskedSearch['what'][]
const choices = keys.map((value) => ({ value, label: whats[value].label }))
