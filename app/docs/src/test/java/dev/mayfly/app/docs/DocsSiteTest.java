package dev.mayfly.app.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocsSiteTest {
    @TempDir
    private Path repository = Path.of("");

    @BeforeEach
    void writeWhatIsAlwaysThere() throws IOException {
        put("README.md", "# Mayfly\n");
        put("ARCHITECTURE.md", "# The map\n");
        put("docs/decisions/001-one.md", "# One\n");
    }

    @Test
    void linksToDocumentsBecomeLinksToPages() throws IOException {
        put(
                "docs/guides/first.md",
                "# First\n\n[a](../expiry.md#what-expires) [b](../../README.md) [c](../decisions)\n");
        put("docs/expiry.md", "# Expiry\n\n## What expires?\n");
        assertEquals(List.of(), site().broken());
        String html = page("docs/guides/first.md");
        assertTrue(html.contains("<a href=\"../../docs/expiry.html#what-expires\">a</a>"), html);
        assertTrue(html.contains("<a href=\"../../index.html\">b</a>"), html);
        assertTrue(html.contains("<a href=\"../../docs/decisions/index.html\">c</a>"), html);
    }

    @Test
    void filesUnderDocsAreLinkedAndThoseElsewhereAreOnlyNamed() throws IOException {
        put("docs/images/a.png", "");
        put("docs/rules.yaml", "");
        put("examples/pom.xml", "");
        put("docs/first.md", "# First\n\n![look](images/a.png) [rules](rules.yaml) [`examples`](../examples) end\n");
        assertEquals(List.of(), site().broken());
        String html = page("docs/first.md");
        assertTrue(html.contains("<img src=\"../docs/images/a.png\" alt=\"look\""), html);
        assertTrue(html.contains("<a href=\"../docs/rules.yaml\">rules</a> <code>examples</code> end"), html);
    }

    @Test
    void linksThatLeadNowhereAreNamedWithTheirDocument() throws IOException {
        put("docs/first.md", "# First\n\n[a](gone.md) [b](second.md#gone) [c](#gone) [d](../../out) ![e](gone.png)\n");
        put("docs/second.md", "# Second\n");
        assertEquals(
                List.of(
                        "docs/first.md: gone.md leads nowhere",
                        "docs/first.md: docs/second.md has no heading #gone",
                        "docs/first.md: docs/first.md has no heading #gone",
                        "docs/first.md: ../../out leads nowhere",
                        "docs/first.md: gone.png leads nowhere"),
                site().broken());
        String[] arguments = {repository.toString(), repository.resolve("site").toString()};
        assertThrows(IllegalStateException.class, () -> DocsSite.main(arguments));
        assertFalse(Files.exists(repository.resolve("site")));
    }

    @Test
    void markupInDocumentsIsEscaped() throws IOException {
        put("docs/first.md", """
                # A <b>bold</b> "title" & more

                <script>alert(1)</script>

                An <img src=x onerror=alert(1)> and `<i>code</i>`, a [link](javascript:alert(1)).

                ## <script>alert(2)</script>

                ## Second
                """);
        String html = page("docs/first.md");
        assertFalse(html.contains("<script>"), html);
        assertFalse(html.contains("<img src=x"), html);
        assertFalse(html.contains("<b>"), html);
        assertFalse(html.contains("href=\"javascript:"), html);
        assertTrue(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), html);
        assertTrue(
                html.contains("<title>A &lt;b&gt;bold&lt;/b&gt; &quot;title&quot; &amp; more · Mayfly</title>"), html);
        assertTrue(html.contains("<code>&lt;i&gt;code&lt;/i&gt;</code>"), html);
    }

    @Test
    void commentsAreLeftOutAndNothingBesideThem() throws IOException {
        put("docs/first.md", "# First\n\n<!-- from tests -->\n\n<!-- a --> b <!-- c -->\n");
        String html = page("docs/first.md");
        assertFalse(html.contains("from tests"), html);
        assertTrue(html.contains("&lt;!-- a --&gt; b &lt;!-- c --&gt;"), html);
    }

    @Test
    void tablesScrollInABoxOfTheirOwn() throws IOException {
        put("docs/first.md", "# First\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n");
        String html = page("docs/first.md");
        assertTrue(html.contains("<div class=\"scroll\">\n<table>"), html);
        assertTrue(html.contains("<td align=\"right\">2</td>"), html);
    }

    @Test
    void documentsBeginWithTheirTitle() throws IOException {
        put("docs/first.md", "No title.\n");
        assertThrows(IllegalArgumentException.class, this::site);
    }

    @Test
    void anchorsAreThoseOfGitHub() {
        Anchors anchors = new Anchors();
        assertEquals("what-expires-and-when", anchors.next("What expires, and when?"));
        assertEquals("what-expires-and-when-1", anchors.next("What expires and when"));
        assertEquals("optimestart--a_b", anchors.next("opTime.start – a_b"));
    }

    @Test
    void theIndexHasTheWordsUnderEachHeading() {
        Page page = Page.of("docs/a.md", "# A\n\nOne *two*\nthree\n\n## B `c`\n\n| d |\n|---|\n| e |\n");
        assertEquals(
                List.of(new Page.Part(1, "a", "A", "One two three"), new Page.Part(2, "b-c", "B c", "d e")),
                page.parts());
    }

    private DocsSite site() throws IOException {
        return DocsSite.read(repository);
    }

    private String page(String source) throws IOException {
        DocsSite site = site();
        Page page = site.pages().stream()
                .filter(each -> each.source().equals(source))
                .findFirst()
                .orElseThrow();
        return Layout.page(page, site.pages());
    }

    private void put(String file, String text) throws IOException {
        Path path = repository.resolve(file);
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        Files.writeString(path, text);
    }
}
