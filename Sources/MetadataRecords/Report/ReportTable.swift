/// The part of a report's page in which the script builds rows.
enum ReportTable {
    static let markup = """
        <noscript><p>The table below needs JavaScript; the counts do not.</p></noscript>
        <section id="failures" hidden><h2>Failures</h2><ul></ul></section>
        <form id="filters">
        <label>Search <input id="search" type="search" placeholder="name or text"></label>
        <label>Type <select id="type"><option value="">all</option></select></label>
        <label>Engine <select id="engine"><option value="">all</option></select></label>
        <label>Show <select id="state"><option value="">all</option><option value="found">with objects</option>\
        <option value="nothing">without objects</option><option value="failed">with failures</option></select></label>
        <output id="shown"></output>
        </form>
        <table id="pictures">
        <thead><tr><th><button data-key="index">#</button></th><th><button data-key="source">Picture</button></th>\
        <th><button data-key="area">Size</button></th><th><button data-key="count">Objects</button></th>\
        <th><button data-key="confidence">Least confidence</button></th></tr></thead>
        <tbody></tbody>
        </table>
        <nav id="pager"><button id="previous">Previous</button><span id="page"></span>\
        <button id="next">Next</button></nav>
        """
}
