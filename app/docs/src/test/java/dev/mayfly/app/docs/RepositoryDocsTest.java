package dev.mayfly.app.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages of the documents as they are now, read as a browser would: from the files alone. */
final class RepositoryDocsTest {
    private static final Path REPOSITORY = Path.of("../..");
    private static final Pattern REFERENCE = Pattern.compile("<[^>]* (?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile("<[^>]* id=\"([^\"]*)\"");
    private static final Pattern ELSEWHERE = Pattern.compile("(https?|mailto|mongodb):.*");
    private static final Pattern IN_TEXT = Pattern.compile("<style|<script(?![^>]* src=)|<[^>]* (?:style|on[a-z]+)=");

    @TempDir
    private static Path folder = Path.of("");

    private static List<Page> pages = List.of();
    private static final Map<String, String> HTML = new HashMap<>();

    @BeforeAll
    static void write() throws IOException {
        DocsSite site = DocsSite.read(REPOSITORY);
        assertEquals(List.of(), site.broken());
        site.write(folder);
        pages = List.copyOf(site.pages());
        for (Page page : pages) {
            HTML.put(page.address(), Files.readString(folder.resolve(page.address())));
        }
    }

    @Test
    void everyLinkLeadsSomewhere() {
        Map<String, Set<String>> ids = new HashMap<>();
        HTML.forEach((address, html) -> ids.put(address, Set.copyOf(all(ID, html))));
        List<String> broken = new ArrayList<>();
        HTML.forEach((address, html) -> {
            for (String reference : all(REFERENCE, html)) {
                if (!ELSEWHERE.matcher(reference).matches() && !leadsSomewhere(address, reference, ids)) {
                    broken.add(address + ": " + reference);
                }
            }
        });
        assertEquals(List.of(), broken);
    }

    private static boolean leadsSomewhere(String address, String reference, Map<String, Set<String>> ids) {
        String[] halves = reference.split("#", 2);
        String target = halves[0].isEmpty()
                ? address
                : Path.of(address).resolveSibling(halves[0]).normalize().toString();
        return Files.isRegularFile(folder.resolve(target))
                && (halves.length == 1 || ids.getOrDefault(target, Set.of()).contains(halves[1]));
    }

    @Test
    void everyDocumentIsAPageAndEveryPageIsInTheIndex() throws IOException {
        TreeSet<String> documents = new TreeSet<>(Set.of("README.md", "ARCHITECTURE.md", "docs/decisions/README.md"));
        try (Stream<Path> found = Files.walk(REPOSITORY.resolve("docs"))) {
            found.map(file -> REPOSITORY.relativize(file).toString())
                    .filter(file -> file.endsWith(".md"))
                    .forEach(documents::add);
        }
        assertEquals(documents, pages.stream().map(Page::source).collect(Collectors.toCollection(TreeSet::new)));
        String script = Files.readString(folder.resolve("search-index.js"));
        assertTrue(script.startsWith(SearchIndex.BEGIN) && script.endsWith(";\n"));
        JsonNode index = JsonMapper.shared()
                .readTree(script.substring(SearchIndex.BEGIN.length(), script.length() - ";\n".length()));
        Set<String> found = new HashSet<>();
        for (JsonNode entry : index) {
            found.add(entry.path("address").asString());
            assertFalse(entry.path("parts").isEmpty(), entry::toString);
        }
        assertEquals(HTML.keySet(), found);
    }

    @Test
    void everyPageIsInTheContentsOfEveryPage() {
        HTML.forEach((address, html) -> {
            Set<String> linked = all(REFERENCE, html).stream()
                    .map(each ->
                            Path.of(address).resolveSibling(each).normalize().toString())
                    .collect(Collectors.toSet());
            assertTrue(linked.containsAll(HTML.keySet()), address);
        });
    }

    @Test
    void titlesAreUnique() {
        Map<String, String> sources = new HashMap<>();
        for (Page page : pages) {
            String other = sources.put(page.title(), page.source());
            assertEquals(null, other, page.source() + " has the title of another");
        }
    }

    @Test
    void idsAreUniqueOnTheirPage() {
        HTML.forEach((address, html) -> {
            List<String> ids = all(ID, html);
            assertEquals(ids.size(), Set.copyOf(ids).size(), address);
        });
    }

    @Test
    void noPageHasScriptOrStyleInItsText() {
        HTML.forEach((address, html) -> assertEquals(List.of(), all(IN_TEXT, html), address));
    }

    @Test
    void nothingIsLoadedFromElsewhere() throws IOException {
        Pattern loaded = Pattern.compile("(?:src|<link[^>]* href)=\"(https?:[^\"]*)\"");
        HTML.forEach((address, html) -> assertEquals(List.of(), all(loaded, html), address));
        for (String style : List.of("site.css", "palette.css")) {
            assertFalse(Files.readString(folder.resolve(style)).contains("url("), style);
        }
    }

    @Test
    void coloursAreThoseOfTheConsole() throws IOException {
        String palette = Files.readString(folder.resolve("palette.css"));
        List<String> used = all(Pattern.compile("var\\((--[a-z-]+)\\)"), Files.readString(folder.resolve("site.css")));
        used.forEach(each -> assertTrue(palette.contains(each + ":"), each));
        assertTrue(
                palette.contains("color-scheme: light dark;") && palette.strip().endsWith("}"), palette);
    }

    /** The first group of each match, or all of it. */
    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(RepositoryDocsTest::firstGroup)
                .toList();
    }

    private static String firstGroup(MatchResult match) {
        return Objects.requireNonNull(match.group(Math.min(match.groupCount(), 1)));
    }
}
