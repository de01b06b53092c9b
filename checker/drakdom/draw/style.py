"""The style sheet of pictures. Shape, letter or line always repeat what colour says."""

STYLE = """
text { font-family: "DejaVu Sans", Verdana, Arial, sans-serif; fill: #222 }
.line, .law, .note { font-size: 11px }
.paper { fill: #fff }
.title { font-size: 16px; font-weight: bold }
.law, .note { fill: #444 }
.phase { font-size: 12.5px; font-weight: bold }
.frame { fill: none; stroke: #ccc }
.clause { fill: #555; font-size: 10px }
.floor { fill: #f6f0e2 }
.rock { fill: #b9b1a2 }
.unknown { fill: #fafafa }
.wall { stroke: #3b342b; stroke-width: 4; stroke-linecap: square }
.unsure { stroke: #999; stroke-width: 1.5; stroke-dasharray: 5 5 }
.outline { fill: none; stroke: #555; stroke-width: 1.5 }
.edge { fill: #111 }
.door { fill: #9a6233; stroke: #3a2412; stroke-width: 1.5 }
.knob { fill: #ffd76a }
.bar { stroke: #222; stroke-width: 2.4 }
.secret { stroke: #222; stroke-width: 3; stroke-dasharray: 2 4 }
.hasp { fill: none; stroke: #222; stroke-width: 1.8 }
.padlock { fill: #d9a520; stroke: #222 }
.strip { fill: #fff; fill-opacity: .85 }
.caption { font-size: 8.5px }
.faint { fill: #666 }
circle.faint { fill: #ece2cb; stroke: #b5a684 }
.stone { fill: #c9c0ae; stroke: #7c7364 }
.depth { fill: #77706a }
.rim { fill: none; stroke: #2d2925; stroke-width: 2; stroke-dasharray: 7 3 }
.plank { fill: #d3a873; stroke: #5d4122 }
.seam { fill: none; stroke: #5d4122; stroke-width: 1.2 }
.night { fill: #5a5866 }
.thread { fill: none; stroke: #777; stroke-width: 1.1 }
.track { fill: none; stroke: #8a7a55; stroke-width: 3 }
.tip { fill: #8a7a55 }
.chasm { fill: none; stroke: #6e665c; stroke-width: 7; stroke-linejoin: round }
.gold { fill: #efc541; stroke: #86660a }
.gem { fill: #9bd0c0; stroke: #2b6a58 }
.merlon { fill: #b5ab98 }
.bone { fill: #e7e3d8; stroke: #8b8474 }
.socket { fill: #8b8474 }
.slab { fill: none; stroke: #8f7c50; stroke-width: 1.6; stroke-dasharray: 4 3 }
.plate { fill: #fff; stroke: #666; stroke-width: .8 }
.badge { fill: #fff; stroke: #333; stroke-width: 1.2 }
.card { fill: #fdf6d8; stroke: #333; stroke-width: 1.2 }
.hazard { fill: #ffd9a0; stroke: #8c3a00; stroke-width: 1.2; stroke-linejoin: round }
.parting { fill: none; stroke: #6e665c; stroke-width: 2 }
.linked { fill: none; stroke: #6e665c; stroke-width: 2; stroke-dasharray: 1 5; stroke-linecap: round }
.letters { font-weight: bold }
.leg, .strand { fill: none; stroke: #222 }
.body { stroke: #222; stroke-width: 1.6 }
.trunk { fill: #222 }
.flame { fill: #f08a24; stroke: #8c3a00 }
.star { fill: #b9a3e3; stroke: #45307a }
.cross { fill: none; stroke: #a00; stroke-width: 2.6 }
.stairs { fill: #8c8577; stroke: #222 }
.disc { fill: #bcd8f3 }
.hexagon { fill: #c9ecc4 }
.square { fill: #f4c3b7 }
.diamond { fill: #ecd9f5 }
.initials { font-weight: bold }
.name { font-size: 8.5px; font-weight: bold }
.number { font-size: 8px }
.name, .number { paint-order: stroke; stroke: #fff; stroke-width: 2.4px; stroke-opacity: .85; stroke-linejoin: round }
.under .body { stroke-dasharray: 3 2 }
.below { fill: #8f8a94; fill-opacity: .75; stroke: #333; stroke-dasharray: 3 3 }
.ghost .outline { fill: #fff; fill-opacity: .6; stroke: #555; stroke-dasharray: 3 3 }
.burst { fill: #ffe3a8; stroke: #b00; stroke-width: 1.4 }
circle.tag { fill: #222; stroke: #fff }
text.tag { fill: #fff; font-size: 8.5px; font-weight: bold }
.halo { fill: none; stroke: #fff; stroke-width: 6; stroke-opacity: .8 }
.shaft { fill: none; stroke-width: 2.4; stroke: #1c5ea8 }
.flight .shaft { stroke: #c05a00; stroke-dasharray: 9 4 }
.fall .shaft { stroke: #6d2c91; stroke-dasharray: 2 3 }
.thrown .shaft { stroke: #a3124b; stroke-dasharray: 10 3 2 3 }
.run .shaft { stroke: #333; stroke-dasharray: 5 3 }
.out .shaft { stroke: #6b4a1f; stroke-dasharray: 1 4 7 4 }
.shot .shaft { stroke: #8a1f1f; stroke-width: 1.6 }
.blocked .shaft { stroke: #8a1f1f; stroke-width: 1.6; stroke-dasharray: 3 4 }
.way .shaft { stroke: #2b6a58 }
.trial .shaft { stroke: #a3124b; stroke-dasharray: 6 3 }
.way { fill: none; stroke-width: 2.6 }
.way-0 { stroke: #8a5a2b }
.way-1 { stroke: #1c5ea8; stroke-dasharray: 9 4 }
.way-2 { stroke: #2b6a58; stroke-dasharray: 2 3 }
.way-3 { stroke: #6d2c91; stroke-dasharray: 10 3 2 3 }
.way-4 { stroke: #a3124b; stroke-dasharray: 5 3 }
.way-5 { stroke: #333; stroke-dasharray: 1 4 7 4 }
.mark { font-size: 22px; font-weight: bold; fill: #14503f }
.small { font-size: 9px }
.mark { paint-order: stroke; stroke: #fff; stroke-width: 3px; stroke-opacity: .85; stroke-linejoin: round }
"""

HEADS = {
    "walk": "#1c5ea8",
    "flight": "#c05a00",
    "fall": "#6d2c91",
    "thrown": "#a3124b",
    "run": "#333",
    "way": "#2b6a58",
    "trial": "#a3124b",
    "out": "#6b4a1f",
    "shot": "#8a1f1f",
    "blocked": "#8a1f1f",
    "onward": "#333",
}
"""The colours of the heads of arrows."""
