package dev.mayfly.test.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation with parts that tests write: what stands between {@code <!-- from tests: NAME -->} and
 * {@code <!-- end -->}.
 *
 * <p>{@code -Ddocs.rewrite} writes such a part instead of comparing it; the difference is then reviewed like code.
 */
public final class DocsPage {
    private static final Pattern PART =
            Pattern.compile("<!-- from tests: (\\w+) -->\n(.*?)<!-- end -->", Pattern.DOTALL);

    private final Path file;

    /** @param name the page's place below the project's own folder */
    public DocsPage(String name) {
        this.file = project(Path.of("").toAbsolutePath(), name).resolve(name);
    }

    private static Path project(Path from, String name) {
        for (Path folder = from; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(name))) {
                return folder;
            }
        }
        throw new IllegalStateException("no " + name + " above " + from);
    }

    /** The names of the parts. */
    public Set<String> parts() {
        Set<String> names = new TreeSet<>();
        Matcher part = PART.matcher(text());
        while (part.find()) {
            names.add(part.group(1));
        }
        return names;
    }

    /** Compares a part with what it should be, or writes it. */
    public void check(String name, String expected) {
        String text = text();
        Matcher part = PART.matcher(text);
        while (part.find()) {
            if (part.group(1).equals(name)) {
                String right = "\n" + expected + "\n";
                if (System.getProperty("docs.rewrite") == null) {
                    assertEquals(right, part.group(2), file + " is not what the tests say; -Ddocs.rewrite writes it");
                } else {
                    write(text.substring(0, part.start(2)) + right + text.substring(part.end(2)));
                }
                return;
            }
        }
        throw new AssertionError(file + " has no part for the table " + name);
    }

    private String text() {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void write(String text) {
        try {
            Files.writeString(file, text, UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
