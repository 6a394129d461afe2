package dev.mayfly.app.docs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** README.md, ARCHITECTURE.md and docs/ as pages in a folder, to be read and searched without a server. */
public final class DocsSite {
    private static final List<String> AT_THE_ROOT = List.of(Page.README, "ARCHITECTURE.md");
    private static final String DOCS = "docs";
    private static final String DECISIONS_FOLDER = DOCS + "/decisions/";
    private static final String DECISIONS = DECISIONS_FOLDER + Page.README;
    private static final List<String> OURS = List.of("site.css", "site.js");
    private static final Path CONSOLE = Path.of("app/console/src/main/resources/dev/mayfly/app/console/page");

    private final Path repository;
    private final Map<String, Page> pages = new TreeMap<>();
    private final TreeSet<String> files = new TreeSet<>();
    private final List<String> broken = new ArrayList<>();

    private DocsSite(Path repository) {
        this.repository = repository;
    }

    /** Takes the repository's folder and that of the site; fails if a link leads nowhere. */
    public static void main(String[] arguments) throws IOException {
        DocsSite site = read(Path.of(arguments[0]));
        if (!site.broken.isEmpty()) {
            throw new IllegalStateException("broken links:\n  " + String.join("\n  ", site.broken));
        }
        site.write(Path.of(arguments[1]));
    }

    /** Reads and links every document. */
    public static DocsSite read(Path repository) throws IOException {
        DocsSite site = new DocsSite(repository);
        for (String each : AT_THE_ROOT) {
            site.add(each);
        }
        try (Stream<Path> found = Files.walk(repository.resolve(DOCS))) {
            for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
                site.add(repository.relativize(file).toString().replace('\\', '/'));
            }
        }
        site.listDecisions();
        for (Page page : site.pages.values()) {
            page.document().accept(new Links(repository, site.pages, site.files, page, site.broken));
        }
        return site;
    }

    private void add(String source) throws IOException {
        if (Page.isSource(source)) {
            pages.put(source, Page.of(source, Files.readString(repository.resolve(source))));
        } else {
            files.add(source);
        }
    }

    /** Links to the folder of the decisions need a page to lead to. */
    private void listDecisions() {
        String list = pages.values().stream()
                .filter(page -> page.section() == Section.DECISIONS)
                .map(page -> "- [" + page.title() + "](" + page.source().substring(DECISIONS_FOLDER.length()) + ")\n")
                .collect(Collectors.joining("", "# All decisions\n\n", ""));
        pages.putIfAbsent(DECISIONS, Page.of(DECISIONS, list));
    }

    /** In the order of the contents. */
    List<Page> pages() {
        return pages.values().stream().sorted(Page.ORDER).toList();
    }

    /** Links that lead nowhere, each with the document that it stands in. */
    List<String> broken() {
        return List.copyOf(broken);
    }

    public void write(Path folder) throws IOException {
        List<Page> all = pages();
        for (Page page : all) {
            put(folder.resolve(page.address()), Layout.page(page, all));
        }
        put(folder.resolve(SearchIndex.FILE), SearchIndex.of(all));
        for (String file : files) {
            copy(repository.resolve(file), folder.resolve(file));
        }
        for (String name : OURS) {
            try (InputStream resource = Objects.requireNonNull(DocsSite.class.getResourceAsStream(name), name)) {
                Files.copy(resource, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        copy(repository.resolve(CONSOLE).resolve("icon.svg"), folder.resolve("icon.svg"));
        put(folder.resolve("palette.css"), palette());
    }

    /** The console's colours have their names in one place, the first rules of its style. */
    private String palette() throws IOException {
        return Files.readString(repository.resolve(CONSOLE).resolve("console.css"))
                .lines()
                .takeWhile(line -> !line.startsWith(":root["))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static void put(Path file, String text) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(Objects.requireNonNull(to.getParent()));
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
}
