/// The look of a report's page.
enum ReportStyle {
    static let text = """
        :root { color-scheme: light dark; }
        body { display: flex; flex-direction: column; margin: 1.5em; font: 15px/1.4 system-ui, sans-serif; }
        body > * { order: 2; }
        h1 { order: 0; margin: 0 0 .3em; font-size: 1.5em; }
        h2 { margin: 0; font-size: 1.1em; }
        #counts { order: 1; display: flex; flex-wrap: wrap; gap: .5em 2.5em; align-items: start; }
        #counts p { flex-basis: 100%; margin: 0; }
        #failures { margin-top: 1em; }
        #failures ul { margin: .2em 0; max-height: 12em; overflow: auto; }
        #filters { display: flex; flex-wrap: wrap; gap: .5em 1.2em; align-items: center; margin: 1.2em 0 .6em; }
        #search { width: 18em; }
        table { border-collapse: collapse; }
        .counts th, .counts td { padding: 0 .8em 0 0; text-align: left; font-weight: normal; }
        .counts td { text-align: right; font-variant-numeric: tabular-nums; }
        .counts caption { text-align: left; font-weight: bold; white-space: nowrap; }
        #pictures { width: 100%; }
        #pictures thead th { position: sticky; top: 0; z-index: 1; background: Canvas; text-align: left; }
        #pictures td, #pictures thead th { padding: .4em .6em; border-bottom: 1px solid #8886; vertical-align: top; }
        #pictures td { overflow-wrap: anywhere; }
        #pictures td:first-child { width: 3em; color: GrayText; }
        #pictures td:nth-child(2) { width: 40%; }
        thead button { border: 0; padding: 0; background: none; color: inherit; font: inherit; font-weight: bold;
          cursor: pointer; white-space: nowrap; }
        th[aria-sort=ascending] button::after { content: " ▲"; }
        th[aria-sort=descending] button::after { content: " ▼"; }
        .picture { display: flex; gap: 1em; }
        .thumbnail { flex: none; width: 200px; }
        .thumbnail svg { display: block; }
        .object { margin: 0 0 .25em; max-height: 9em; overflow: auto; white-space: pre-wrap; }
        .type { padding: .05em .45em; border-radius: .3em; color: #fff; margin-right: .5em; }
        .engine { color: GrayText; margin-left: .5em; font-size: .85em; }
        #pictures td:nth-child(3) { white-space: nowrap; }
        .error { margin: 0; color: #c2210c; }
        #pager { display: flex; gap: 1em; align-items: center; margin-top: 1em; }
        """
}
