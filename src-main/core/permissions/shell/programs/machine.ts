import { judgeDeed } from '../destruction.ts'
import type { Call } from '../judging.ts'
import { catastrophic, dangerous, type Finding, risky } from '../verdict.ts'
import {
  judged,
  named,
  type Program,
  type Programs,
  readOptions,
  targetsOfAll,
  whoOf,
} from './define.ts'

type Judge = (call: Call) => Finding | undefined

function wordsOf({ args }: Call): readonly string[] {
  return args.map(({ text }) => text)
}

/** Shows when one of these words is there; changes the machine otherwise. */
function showing(pattern: RegExp, does: string): Judge {
  return (call) => {
    const isShowing = wordsOf(call).some((word) => pattern.test(word))
    const sentence = `\`${whoOf(call)}\` ${isShowing ? 'shows' : 'changes'} ${does}.`
    return isShowing ? risky(sentence) : dangerous(sentence)
  }
}

function always(does: string): Judge {
  return (call) => dangerous(`\`${whoOf(call)}\` ${does}.`)
}

function judgeKill(call: Call): Finding {
  const words = wordsOf(call)
  const targets = words.slice(/^-/u.test(words[0] ?? '') && words.length > 1 ? 1 : 0)
  const isAll = targets.some((word) => word === '-1' || word === '1' || word === '0')
  if (isAll && !words.includes('-l')) {
    return dangerous(`\`${whoOf(call)}\` ends every process there is.`)
  }
  return risky(`\`${whoOf(call)}\` ends a process.`)
}

/** By name: without one, or with one that matches everything, nothing is left running. */
function judgeKillByName(call: Call): Finding {
  const options = readOptions(call.args, { valued: ['-s', '--signal', '-g', '-G', '-t', '-P'] })
  const isUser = [...options.flags].some(
    (flag) => flag === '-u' || flag === '-U' || flag === '--user',
  )
  const isAll = options.operands.every(({ text }) => /^[.*^$]*$/u.test(text))
  if (isUser || isAll) return dangerous(`\`${whoOf(call)}\` ends nearly every process there is.`)
  return risky(`\`${whoOf(call)}\` ends processes by their name.`)
}

const INSTALLING = /^(?:remove|purge|autoremove|erase|uninstall|rm|-R\w*|--remove|zap|del)$/u

function judgePackages(call: Call): Finding {
  const isRemoving = wordsOf(call).some((word) => INSTALLING.test(word))
  const sentence = `\`${whoOf(call)}\` changes what is installed on this machine.`
  return isRemoving ? dangerous(sentence) : risky(sentence)
}

function judgeLocking(call: Call): Finding {
  return dangerous(`\`${whoOf(call)}\` changes who may use this machine.`)
}

const mount: Program = (call) => {
  for (const target of targetsOfAll(call, call.args.slice(-1))) {
    const deed = { who: whoOf(call), verb: 'mounts over', isDeep: false }
    if (call.args.length > 1) call.judging.note(judgeDeed(deed, target))
  }
  call.judging.note(
    call.args.length === 0
      ? risky('`mount` shows what is mounted.')
      : dangerous(`\`${whoOf(call)}\` changes what is mounted.`),
  )
  return ['']
}

function judgeKernel(call: Call): Finding {
  const isWriting = wordsOf(call).some(
    (word) => word === '-w' || word.includes('=') || word === '-p',
  )
  return isWriting
    ? dangerous(`\`${whoOf(call)}\` changes the kernel’s settings.`)
    : risky(`\`${whoOf(call)}\` shows the kernel’s settings.`)
}

const STOPPING = ['shutdown', 'reboot', 'halt', 'poweroff', 'init', 'telinit', 'kexec']
const ACCOUNTS = [
  ...['useradd', 'userdel', 'usermod', 'groupadd', 'groupdel', 'adduser', 'deluser', 'passwd'],
  ...['chpasswd', 'visudo', 'vipw', 'chsh', 'gpasswd', 'dscl', 'security', 'loginctl'],
]
const FIREWALL = ['iptables', 'ip6tables', 'nft', 'ufw', 'firewall-cmd', 'pfctl', 'setenforce']
const KERNEL = ['insmod', 'rmmod', 'modprobe', 'swapoff', 'swapon', 'losetup', 'dmsetup', 'umount']
const PACKAGES = [
  ...[
    'apt',
    'apt-get',
    'aptitude',
    'dnf',
    'yum',
    'zypper',
    'pacman',
    'apk',
    'brew',
    'port',
    'snap',
  ],
  ...['flatpak', 'dpkg', 'rpm', 'nix-env', 'choco', 'winget', 'emerge', 'softwareupdate'],
]

function judgeFlash(call: Call): Finding {
  return catastrophic(`\`${whoOf(call)}\` writes to the machine’s firmware or start-up.`)
}

/** Programs that change the machine rather than the project. */
export const machine: Programs = {
  ...named(STOPPING, judged(always('stops or restarts this machine'))),
  ...named(ACCOUNTS, judged(judgeLocking)),
  ...named(FIREWALL, judged(always('changes what may reach this machine'))),
  ...named(KERNEL, judged(always('changes what the kernel works with'))),
  ...named(PACKAGES, judged(judgePackages)),
  ...named(['kill'], judged(judgeKill)),
  ...named(['pkill', 'killall', 'skill', 'xkill', 'fkill'], judged(judgeKillByName)),
  ...named(['killall5'], judged(always('ends every process there is'))),
  ...named(
    [
      'systemctl',
      'service',
      'launchctl',
      'rc-service',
      'update-rc.d',
      'chkconfig',
      'supervisorctl',
    ],
    judged(
      showing(
        /^(?:status|list|list-.*|is-.*|show|cat|print|--version)$/u,
        'the machine’s services',
      ),
    ),
  ),
  ...named(['crontab'], judged(showing(/^-\w*l$/u, 'what runs on a schedule'))),
  ...named(['sysctl'], judged(judgeKernel)),
  ...named(
    ['journalctl', 'dmesg', 'lsof', 'lsblk', 'blkid', 'top', 'htop', 'vmstat', 'iostat'],
    judged((call) => risky(`\`${whoOf(call)}\` shows what goes on in this machine.`)),
  ),
  ...named(
    ['flashrom', 'efibootmgr', 'grub-install', 'bless', 'nvram', 'fwupdmgr'],
    judged(judgeFlash),
  ),
  ...named(
    ['defaults', 'timedatectl', 'hostnamectl', 'localectl', 'networksetup', 'scutil', 'nmcli'],
    judged(showing(/^(?:read|status|show|find|-list.*|-get.*|--get)$/u, 'the machine’s settings')),
  ),
  ...named(
    ['hostname'],
    judged((call) => (call.args.length > 0 ? always('renames this machine')(call) : undefined)),
  ),
  ...named(
    ['renice'],
    judged((call) => risky(`\`${whoOf(call)}\` changes how a process runs.`)),
  ),
  mount,
}
