package dev.mayfly.app.docs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/** One document: where it lies, its parsed text, the names of its headings, and what stands under each. */
record Page(String source, Node document, Map<Node, String> anchors, List<Part> parts) {
    static final String README = "README.md";

    static final Comparator<Page> ORDER = Comparator.comparing(Page::section)
            .thenComparingInt(page -> page.section().rank(page.source()))
            .thenComparing(Page::source);

    private static final String MARKDOWN = ".md";

    /** A heading with the text up to the next one. The first part of a page is under its title. */
    record Part(int level, String anchor, String heading, String text) {}

    static boolean isSource(String file) {
        return file.endsWith(MARKDOWN);
    }

    public static Page of(String source, String markdown) {
        Node document = Markdown.parse(markdown);
        if (!(document.getFirstChild() instanceof Heading title) || title.getLevel() != 1) {
            throw new IllegalArgumentException(source + " does not begin with its title");
        }
        Map<Node, String> anchors = new LinkedHashMap<>();
        List<Part> parts = new ArrayList<>();
        Anchors names = new Anchors();
        Node node = title;
        while (node instanceof Heading heading) {
            String words = Words.of(heading);
            String anchor = names.next(words);
            anchors.put(heading, anchor);
            StringBuilder text = new StringBuilder();
            for (node = node.getNext(); node != null && !(node instanceof Heading); node = node.getNext()) {
                text.append(Words.of(node)).append(' ');
            }
            parts.add(
                    new Part(heading.getLevel(), anchor, words, text.toString().strip()));
        }
        return new Page(source, document, anchors, List.copyOf(parts));
    }

    String title() {
        return parts.getFirst().heading();
    }

    Section section() {
        return Section.of(source);
    }

    /** Its place on the site: that in the repository, so that most links need only another ending. */
    String address() {
        String folder = source.substring(0, source.lastIndexOf('/') + 1);
        String name = source.substring(folder.length());
        return name.equals(README)
                ? folder + "index.html"
                : folder + name.substring(0, name.length() - MARKDOWN.length()).toLowerCase(Locale.ROOT) + ".html";
    }

    /** The relative path from this page to the root of the site. */
    String root() {
        return "../".repeat((int) source.chars().filter(each -> each == '/').count());
    }
}
