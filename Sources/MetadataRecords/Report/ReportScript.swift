/// The script of a report's page: it reads the rows, sorts and filters them, and builds fifty at a time.
///
/// Texts are put in as text nodes; a drawing is parsed as XML, in which scripts do not run. The page's policy lets
/// no other script run than the one with this hash.
enum ReportScript {
    /// SHA-256 of ``text``, as a source expression of a Content-Security-Policy. The tests tell the right one.
    static let hash = "sha256-kIiORXFkHHkBRapaaZ/Bg6G0lVcET6ldZB/fOvI5ds8="

    static let text = #"""

        'use strict';
        (() => {
          const pageSize = 50, failuresShown = 100, objectsShown = 8;
          const lines = document.getElementById('rows').textContent.trim().split('\n').filter(Boolean);
          const rows = [];
          for (let at = 0; at + 1 < lines.length; at += 2) {
            const row = JSON.parse(lines[at]);
            row.drawing = lines[at + 1];
            row.objects = row.objects || [];
            row.count = row.objects.length;
            row.area = (row.width || 0) * (row.height || 0);
            row.confidence = Math.min(2, ...row.objects.map(object => object.confidence));
            row.words = [row.source, row.error || '', ...row.objects.map(object => object.text || '')]
              .join('\n').toLowerCase();
            rows.push(row);
          }
          const find = id => document.getElementById(id);
          const make = (name, parent, className, text) => {
            const element = document.createElement(name);
            if (className) element.className = className;
            if (text !== undefined) element.textContent = text;
            parent.append(element);
            return element;
          };
          const name = (row, parent) => {
            const element = make(row.link ? 'a' : 'span', parent, 'source', row.source);
            element.dir = 'auto';
            if (row.link) element.href = row.link;
          };
          const collator = new Intl.Collator(undefined, { numeric: true });
          const order = { key: 'index', sign: 1 };
          let shown = rows, page = 0;

          const build = row => {
            const tr = document.createElement('tr');
            make('td', tr, '', row.index + 1);
            const picture = make('div', make('td', tr), 'picture');
            const thumbnail = make('div', picture, 'thumbnail');
            const svg = JSON.parse(row.drawing).svg;
            if (svg) {
              const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
              thumbnail.append(document.adoptNode(parsed));
            }
            name(row, make('div', picture));
            make('td', tr, '', row.width ? row.width + ' × ' + row.height : '');
            const objects = make('td', tr);
            if (row.error) make('p', objects, 'error', row.error).dir = 'auto';
            const addObject = (object, parent) => {
              const line = make('p', parent, 'object');
              const type = make('span', line, 'type', object.type);
              type.style.background = object.colour;
              make('bdi', line, 'text', object.text || '');
              make('span', line, 'engine', object.engine);
            };
            for (const object of row.objects.slice(0, objectsShown)) addObject(object, objects);
            if (row.count > objectsShown) {
              const rest = make('details', objects);
              make('summary', rest, '', 'and ' + (row.count - objectsShown) + ' more');
              for (const object of row.objects.slice(objectsShown)) addObject(object, rest);
            }
            make('td', tr, '', row.count ? row.confidence : '');
            return tr;
          };

          const show = () => {
            const pages = Math.max(1, Math.ceil(shown.length / pageSize));
            page = Math.min(Math.max(0, page), pages - 1);
            const part = shown.slice(page * pageSize, (page + 1) * pageSize);
            document.querySelector('#pictures tbody').replaceChildren(...part.map(build));
            find('shown').textContent = shown.length + ' of ' + rows.length + ' pictures';
            find('page').textContent = 'page ' + (page + 1) + ' of ' + pages;
            find('previous').disabled = page === 0;
            find('next').disabled = page === pages - 1;
            find('pager').hidden = pages === 1;
            for (const button of document.querySelectorAll('thead button')) {
              const isKey = button.dataset.key === order.key;
              const direction = order.sign > 0 ? 'ascending' : 'descending';
              button.parentElement.setAttribute('aria-sort', isKey ? direction : 'none');
            }
          };

          const choose = () => {
            const words = find('search').value.toLowerCase();
            const [type, engine, state] = ['type', 'engine', 'state'].map(id => find(id).value);
            shown = rows.filter(row =>
              (!words || row.words.includes(words))
              && (!type || row.objects.some(object => object.type === type && (!engine || object.engine === engine)))
              && (!engine || row.objects.some(object => object.engine === engine))
              && (!state || state === (row.error ? 'failed' : row.count ? 'found' : 'nothing')
                || (state === 'found' && row.count > 0)));
            const { key, sign } = order;
            shown.sort((a, b) => sign * (key === 'source' ? collator.compare(a.source, b.source) : a[key] - b[key])
              || a.index - b.index);
            page = 0;
            show();
          };

          for (const [id, values] of [['type', row => row.objects.map(object => object.type)],
                                      ['engine', row => row.objects.map(object => object.engine)]]) {
            for (const value of [...new Set(rows.flatMap(values))].sort()) make('option', find(id), '', value);
          }
          const failures = rows.filter(row => row.error);
          find('failures').hidden = failures.length === 0;
          for (const row of failures.slice(0, failuresShown)) {
            const item = make('li', document.querySelector('#failures ul'));
            name(row, item);
            make('bdi', item, 'error', ' ' + row.error);
          }
          if (failures.length > failuresShown) {
            make('li', document.querySelector('#failures ul'), '',
              'and ' + (failures.length - failuresShown) + ' more: show those with failures below');
          }
          find('filters').addEventListener('input', choose);
          find('filters').addEventListener('submit', event => event.preventDefault());
          for (const button of document.querySelectorAll('thead button')) {
            button.addEventListener('click', () => {
              order.sign = order.key === button.dataset.key ? -order.sign : 1;
              order.key = button.dataset.key;
              choose();
            });
          }
          find('previous').addEventListener('click', () => { page -= 1; show(); });
          find('next').addEventListener('click', () => { page += 1; show(); });
          choose();
        })();

        """#
}
