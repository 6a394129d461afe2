package dev.mayfly.app.docs;

import java.util.List;
import java.util.stream.Collectors;

/** The frame around the text of every page. Its own ids begin with {@code site-}, which no heading's does. */
final class Layout {
    private static final String FRAME = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>{title}</title>
            <link rel="icon" type="image/svg+xml" href="{root}icon.svg">
            <link rel="stylesheet" href="{root}palette.css">
            <link rel="stylesheet" href="{root}site.css">
            <script src="{root}site.js" data-root="{root}" defer></script>
            </head>
            <body>
            <a class="skip" href="#site-main">Skip to content</a>
            <header>
            <a class="brand" href="{root}index.html"><img src="{root}icon.svg" alt="" width="26" height="26">Mayfly</a>
            <search class="search" id="site-search" hidden>
            <input type="search" id="site-query" aria-label="Search the documents" aria-controls="site-results" \
            placeholder="Search ( / )" autocomplete="off" spellcheck="false">
            <div class="found" id="site-found" hidden>
            <p role="status" id="site-count"></p>
            <ol id="site-results"></ol>
            </div>
            </search>
            <a class="to-contents" href="#site-contents">Contents</a>
            </header>
            <div class="columns">
            <main id="site-main" tabindex="-1">
            <article>
            {text}</article>
            </main>
            {outline}<nav class="contents" id="site-contents" aria-label="Contents">
            {contents}</nav>
            </div>
            </body>
            </html>
            """;

    private Layout() {}

    /** The text goes in last: whatever stands in it stays as it is. */
    static String page(Page page, List<Page> all) {
        return FRAME.replace("{title}", escaped(windowTitle(page)))
                .replace("{outline}", outline(page))
                .replace("{contents}", contents(page, all))
                .replace("{root}", page.root())
                .replace("{text}", Markdown.html(page));
    }

    private static String windowTitle(Page page) {
        return page.source().equals(Page.README) ? page.title() : page.title() + " · Mayfly";
    }

    private static String outline(Page page) {
        List<Page.Part> headings =
                page.parts().stream().filter(part -> part.level() == 2).toList();
        if (headings.size() < 2) {
            return "";
        }
        return headings.stream()
                .map(part -> "<li><a href=\"#" + part.anchor() + "\">" + escaped(part.heading()) + "</a></li>\n")
                .collect(Collectors.joining(
                        "",
                        "<nav class=\"outline\" aria-label=\"On this page\">\n<p>On this page</p>\n<ul>\n",
                        "</ul>\n</nav>\n"));
    }

    private static String contents(Page current, List<Page> all) {
        StringBuilder html = new StringBuilder();
        for (Section section : Section.values()) {
            List<Page> inside =
                    all.stream().filter(page -> page.section() == section).toList();
            if (!inside.isEmpty()) {
                // Of the decisions there are more than of all else: they are shown to those who read one.
                boolean open = section != Section.DECISIONS || current.section() == section;
                html.append(open ? "<details open>\n" : "<details>\n");
                html.append("<summary>").append(escaped(section.label())).append("</summary>\n<ul>\n");
                inside.forEach(page -> html.append(item(page, page.equals(current))));
                html.append("</ul>\n</details>\n");
            }
        }
        return html.toString();
    }

    private static String item(Page page, boolean isCurrent) {
        return "<li><a href=\"{root}" + page.address() + "\"" + (isCurrent ? " aria-current=\"page\"" : "") + ">"
                + escaped(page.title()) + "</a></li>\n";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
