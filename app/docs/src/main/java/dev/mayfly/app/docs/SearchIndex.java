package dev.mayfly.app.docs;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The texts that the search field looks through: a script, for a page that was opened from a folder may load nothing else. */
final class SearchIndex {
    static final String FILE = "search-index.js";
    static final String BEGIN = "window.mayflyDocs = ";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    record Entry(String title, String section, String address, List<Page.Part> parts) {}

    private SearchIndex() {}

    static String of(List<Page> pages) {
        List<Entry> entries = pages.stream()
                .map(page -> new Entry(page.title(), page.section().label(), page.address(), page.parts()))
                .toList();
        return BEGIN + JSON.writeValueAsString(entries) + ";\n";
    }
}
