"""Style sheet of the page of a ledger. Colours only repeat information that a sign and a word give too."""

STYLE = """\
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
h2 { border-bottom: 1px solid; margin-top: 2.5rem; }
h3 { margin: 0; }
p { margin: .25rem 0; }
article { border-left: .4rem solid var(--tone, #8888); margin: 1.25rem 0; padding: 0 0 0 .75rem; }
:target { outline: 2px solid; outline-offset: .3rem; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { font-weight: bold; text-align: left; }
th, td { border-bottom: 1px solid #8886; padding: .15rem .75rem .15rem 0; text-align: left; vertical-align: top; }
.n { font-variant-numeric: tabular-nums; text-align: right; }
dl { column-gap: 1rem; display: grid; grid-template-columns: 13rem 1fr; margin: .25rem 0; }
dt, dd { margin: 0; overflow-wrap: anywhere; }
dt, .note { opacity: .75; }
pre { margin: 0 0 .75rem; overflow-x: auto; white-space: pre-wrap; }
.status { background: var(--tone); border-radius: .3rem; color: #fff; padding: .05rem .45rem; white-space: nowrap; }
.trouble { border: 2px solid #b3261e; padding: .25rem .5rem; }
.covered { --tone: #1a7f37; }
.killed { --tone: #0b6e75; }
.fired { --tone: #0969da; }
.yielded { --tone: #8250df; }
.never-reached { --tone: #9a5b00; }
.not-encoded { --tone: #b3261e; }
.does-not-count { --tone: #59636e; }
@media (max-width: 40rem) {
  body { font-size: .85rem; }
  dl { grid-template-columns: 1fr; }
  th, td { padding-right: .3rem; }
}
@media print { .status { background: none; border: 1px solid; color: inherit; } }
"""
