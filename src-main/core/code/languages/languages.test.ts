import { expect, test } from 'vitest'
import type { FileFacts } from '../facts/code-facts.ts'
import { Grammars, readSchema } from '../index-files.ts'
import { findLanguage, languages } from './index.ts'

const grammars = new Grammars()

async function read(path: string, text: string): Promise<FileFacts> {
  const language = findLanguage(path)
  const facts = language && (await grammars.read(language, text))
  if (!facts) throw new Error(`${path} was not read.`)
  return facts
}

const symbolsOf = ({ symbols }: FileFacts) =>
  symbols.map(({ line, kind, container, name }) => {
    return `${line} ${kind} ${container === '' ? '' : `${container}.`}${name}`
  })

const importsOf = ({ imports }: FileFacts) =>
  imports.map(({ from, names }) => {
    const named = names.map(([name, local]) => (name === local ? name : `${name} as ${local}`))
    return `${from} ${named.join(', ')}`.trim()
  })

const callsOf = ({ calls, symbols }: FileFacts) =>
  calls.map(({ owner, receiver, name }) => {
    const caller = symbols[owner]?.name ?? ''
    return `${caller} → ${receiver === '' ? '' : `${receiver}.`}${name}`
  })

interface Example {
  readonly path: string
  readonly text: string
  readonly symbols: readonly string[]
  readonly imports: readonly string[]
  readonly calls: readonly string[]
}

const examples: readonly Example[] = [
  {
    path: 'a.ts',
    text: `import fs, { readFile as read } from 'node:fs'
import type { A } from './a.ts'
export * from './b.js'
const lazy = await import('./c.ts')
export abstract class Kite<T> extends Base<T> implements I {
  fly(to: string): void {
    this.rise(to)
    wind.blow('x')
  }
  private rise = () => new Wing(1)
}
export interface I { f(): void }
export type T = { a: 1 }
export enum E { One }
export const arrow = async (a: number) => { await read(a) }
export const LIMIT = 3
namespace N { export function inner() {} }
`,
    symbols: [
      '4 constant lazy',
      '5 class Kite',
      '6 method Kite.fly',
      '10 method Kite.rise',
      '12 interface I',
      '13 type T',
      '14 enum E',
      '15 function arrow',
      '16 constant LIMIT',
      '17 module N',
      '17 function N.inner',
    ],
    imports: ['node:fs default as fs, readFile as read', './a.ts A', './b.js *', './c.ts'],
    calls: ['fly → this.rise', 'fly → wind.blow', 'rise → Wing', 'arrow → read'],
  },
  {
    path: 'a.tsx',
    text: 'export function View() {\n  return <Row onClick={() => go()} />\n}\n',
    symbols: ['1 function View'],
    imports: [],
    calls: ['View → go'],
  },
  {
    path: 'a.js',
    text: "const b = require('./b')\nclass K { m() { return plain() } f = () => 1 }\nfunction plain() {}\n",
    symbols: ['1 constant b', '2 class K', '2 method K.m', '2 method K.f', '3 function plain'],
    imports: ['./b'],
    calls: ['b → require', 'm → plain'],
  },
  {
    path: 'a.py',
    text: `import os.path as p, sys
from .mod import (a,
    b as c)  # both
from ..pkg import *
LIMIT = 3
class Kite(Base):
    async def fly(self, to):
        self.rise(to)
        wind.blow("x")
def plain(): pass
`,
    symbols: ['5 variable LIMIT', '6 class Kite', '7 method Kite.fly', '10 function plain'],
    imports: ['os.path * as p', 'sys * as sys', '.mod a, b as c', '..pkg *'],
    calls: ['fly → self.rise', 'fly → wind.blow'],
  },
  {
    path: 'a.go',
    text: `package main
import (
	"fmt"
	m "example.org/x/y"
)
type S struct { A int }
type I interface { F() }
type T = int
const C = 1
var V, W = 1, 2
func (s *S) M(a int) error { fmt.Println("a"); s.N(); return nil }
func plain() {}
`,
    symbols: [
      '6 struct S',
      '7 interface I',
      '8 type T',
      '9 constant C',
      '10 variable V',
      '10 variable W',
      '11 method M',
      '12 function plain',
    ],
    imports: ['fmt * as fmt', 'example.org/x/y * as m'],
    calls: ['M → fmt.Println', 'M → s.N'],
  },
  {
    path: 'a.rs',
    text: `use crate::a::{b, c::d as e};
mod sub;
pub struct S<T> { a: T }
trait Tr { fn f(&self); }
impl Tr for S { pub fn f(&self) { self.g(); a::b::h(1); plain() } }
const C: i32 = 1;
macro_rules! mm { () => {} }
async fn plain() {}
`,
    symbols: [
      '3 struct S',
      '4 trait Tr',
      '4 method Tr.f',
      '5 method S.f',
      '6 constant C',
      '7 macro mm',
      '8 function plain',
    ],
    imports: ['crate::a b', 'crate::a::c d as e', 'self::sub * as sub'],
    calls: ['f → self.g', 'f → a::b.h', 'f → plain'],
  },
  {
    path: 'A.java',
    text: `import a.b.C;
import static a.b.D.e;
import a.b.*;
public class A extends B {
  public A() {}
  void m(int a) { this.n(); foo.bar("s"); plain(); new Z(1); }
  enum E { ONE }
  interface I { void f(); }
  record R(int a) {}
}
`,
    symbols: [
      '4 class A',
      '5 method A.A',
      '6 method A.m',
      '7 enum A.E',
      '8 interface A.I',
      '8 method A.I.f',
      '9 class A.R',
    ],
    imports: ['a.b C', 'a.b.D e', 'a.b *'],
    calls: ['m → this.n', 'm → foo.bar', 'm → plain', 'm → Z'],
  },
  {
    path: 'a.cs',
    text: `using System.Linq;
namespace N.M {
  public class K : B {
    public K() {}
    public void M(int a) { foo.Bar("s"); Plain(); new Z(); }
  }
  struct S {}
  enum E { A }
  interface I {}
  record R(int A);
}
`,
    symbols: [
      '3 class K',
      '4 method K.K',
      '5 method K.M',
      '7 struct S',
      '8 enum E',
      '9 interface I',
      '10 class R',
    ],
    imports: ['System.Linq *'],
    calls: ['M → foo.Bar', 'M → Plain', 'M → Z'],
  },
  {
    path: 'a.cpp',
    text: `#include "a/b.h"
#include <vector>
#define MAX 1
namespace n {
class K : public B { public: void m(int a) { this->k(); a::b(); } };
struct S { int a; };
enum class E { A };
}
typedef int T;
void n::K::out(int a) { plain(); }
static int *plain() { return 0; }
`,
    symbols: [
      '3 macro MAX',
      '4 module n',
      '5 class n.K',
      '5 method n.K.m',
      '6 struct n.S',
      '7 enum n.E',
      '9 type T',
      '10 method n.K.out',
      '11 function plain',
    ],
    imports: ['"a/b.h" *', '<vector> *'],
    calls: ['m → this.k', 'm → a.b', 'out → plain'],
  },
  {
    path: 'a.rb',
    text: `require 'json'
require_relative 'b'
module M
  class K < Base
    LIMIT = 1
    def m(a) = foo.bar(1)
    def self.s
      plain('x')
    end
  end
end
`,
    symbols: [
      '3 module M',
      '4 class M.K',
      '5 constant M.K.LIMIT',
      '6 method M.K.m',
      '7 method M.K.s',
    ],
    imports: ['json *', './b *'],
    calls: [' → require', ' → require_relative', 'm → foo.bar', 's → plain'],
  },
  {
    path: 'a.php',
    text: `<?php
use C\\D;
use E\\F as G;
require_once 'x.php';
abstract class K extends B {
  const X = 1;
  public function m(int $a) { $this->n(); D::s('x'); plain(); new Z(); }
}
interface I {}
trait T {}
function plain() {}
`,
    symbols: [
      '5 class K',
      '6 constant K.X',
      '7 method K.m',
      '9 interface I',
      '10 trait T',
      '11 function plain',
    ],
    imports: ['C\\D D', 'E\\F F as G', './x.php'],
    calls: ['m → $this.n', 'm → D.s', 'm → plain', 'm → Z'],
  },
]

test.each(examples)('$path is read for what it defines, imports and calls', async (example) => {
  const facts = await read(example.path, example.text)
  expect(symbolsOf(facts)).toEqual(example.symbols)
  expect(importsOf(facts)).toEqual(example.imports)
  expect(callsOf(facts)).toEqual(example.calls)
})

test('there is an example of every grammar', () => {
  const tried = new Set(examples.map(({ path }) => findLanguage(path)))
  expect(languages.filter((language) => !tried.has(language))).toEqual([])
})

test('marks are of the definition that they stand before, and signatures end where brackets do', async () => {
  const text = `@Controller('cats')
export class Cats {
  @Get(':id')
  find(
    @Param() id: string,
    more = [1, 2],
  ): Cat { return all[id] }
}
`
  const { symbols } = await read('a.ts', text)
  expect(symbols.map(({ name, marks, signature }) => [name, marks, signature])).toEqual([
    ['Cats', ["Controller('cats')"], 'export class Cats'],
    ['find', ["Get(':id')"], 'find(@Param() id: string, more = [1, 2],): Cat { return all[id] }'],
  ])
})

test('what is no valid code is read as far as it goes', async () => {
  const facts = await read('a.ts', 'export function one() {}\n} } class {{ ( \nfunction two() {}')
  expect(symbolsOf(facts)).toContain('1 function one')
})

test('tables and models of schemas are symbols', () => {
  const sql = 'create table if not exists "users" (\n  id int\n);\nCREATE VIEW late AS SELECT 1;\n'
  const prisma = 'generator x {}\n\nmodel Post {\n  id Int @id\n}\n'
  expect([
    symbolsOf(readSchema('a.sql', sql)),
    symbolsOf(readSchema('schema.prisma', prisma)),
  ]).toEqual([['1 table users', '4 table late'], ['3 table Post']])
})
