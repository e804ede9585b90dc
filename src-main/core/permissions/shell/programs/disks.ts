import type { Call } from '../judging.ts'
import { catastrophic, type Finding, risky } from '../verdict.ts'
import { judged, named, type Programs, targetsOfAll, whoOf } from './define.ts'

const ASKING: ReadonlySet<string> = new Set(['--help', '--version', '-V', '-h'])

function erases(call: Call): Finding {
  const sentence = `\`${whoOf(call)}\` erases a disk or the file system on it.`
  return catastrophic(sentence)
}

/** Makes a file system: on a file of the project that is a disk image, elsewhere the end of one. */
function judgeFormat(call: Call): Finding | undefined {
  const { args } = call
  if (args.length === 0 || args.every(({ text }) => ASKING.has(text))) return undefined
  const paths = args.filter(({ text }) => !text.startsWith('-') && /[/.]/u.test(text))
  const kinds = targetsOfAll(call, paths).map(({ kind }) => kind)
  const isImage = kinds.length > 0 && kinds.every((kind) => kind === 'inside' || kind === 'temp')
  return isImage ? risky(`\`${whoOf(call)}\` formats a disk image.`) : erases(call)
}

/** Shows by default, or with these; changes otherwise. */
const SHOWING =
  /^(?:-l|--list|-p|--print|print|list|info|status|--help|--version|-V|-h|-n|--no-act|show|display|luksDump|isLuks|smart-log|id-ctrl|verify|apfs)$/u

function judgeEditor(call: Call): Finding {
  const isShowing = call.args.length === 0 || call.args.some(({ text }) => SHOWING.test(text))
  return isShowing ? risky(`\`${whoOf(call)}\` reads from a disk.`) : erases(call)
}

const ERASING =
  /^(?:luksFormat|luksErase|erase|eraseDisk|eraseVolume|partitionDisk|zeroDisk|secureErase|randomDisk|reformat|deleteVolume|deleteContainer|format|sanitize|write-zeroes|destroy|labelclear|remove|--zero-superblock|--security-erase.*|--trim-sector.*|--make-bad-sector|-w)$/u

function judgeTool(call: Call): Finding {
  const isErasing = call.args.some(({ text }) => ERASING.test(text))
  return isErasing ? erases(call) : risky(`\`${whoOf(call)}\` works on a disk.`)
}

const FORMATTERS = [
  '',
  '.ext2',
  '.ext3',
  '.ext4',
  '.xfs',
  '.btrfs',
  '.vfat',
  '.fat',
  '.ntfs',
  '.f2fs',
]

/** Programs that work on disks rather than files. */
export const disks: Programs = {
  ...named(
    FORMATTERS.map((suffix) => `mkfs${suffix}`),
    judged(judgeFormat),
  ),
  ...named(
    [
      'mkfs.exfat',
      'mkfs.minix',
      'mkfs.msdos',
      'mke2fs',
      'mkdosfs',
      'mkntfs',
      'mkswap',
      'blkdiscard',
    ],
    judged(judgeFormat),
  ),
  ...named(['newfs', 'newfs_apfs', 'newfs_hfs', 'wipefs', 'pvcreate'], judged(judgeFormat)),
  ...named(
    ['fdisk', 'sfdisk', 'cfdisk', 'gdisk', 'sgdisk', 'parted', 'gpart'],
    judged(judgeEditor),
  ),
  ...named(['pvremove', 'vgremove', 'lvremove'], judged(judgeEditor)),
  ...named(
    ['cryptsetup', 'diskutil', 'hdparm', 'nvme', 'zpool', 'zfs', 'mdadm', 'badblocks'],
    judged(judgeTool),
  ),
}
