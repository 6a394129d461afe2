package dev.mayfly.app.console.api;

import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.face.transport.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The description of all routes that is shipped, as JSON and as a table of contents. Safe for concurrent use. */
final class OpenApiFile {
    private static final String RESOURCE = "openapi.yaml";

    private @Nullable Map<?, ?> loaded;

    /** Read when it is first asked for, for most servers never are. */
    private synchronized Map<?, ?> content() {
        Map<?, ?> known = loaded;
        if (known == null) {
            known = load();
            loaded = known;
        }
        return known;
    }

    private static Map<?, ?> paths(Map<?, ?> whole) {
        return (Map<?, ?>) Objects.requireNonNull(whole.get("paths"));
    }

    private static Map<?, ?> load() {
        try (InputStream in = OpenApiFile.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    HttpResponse json() {
        return ApiAnswers.json(200, content());
    }

    /** Returns one line for every operation. */
    HttpResponse contents() {
        StringBuilder text = new StringBuilder("mayfly\n\n");
        paths(content())
                .forEach((path, operations) -> ((Map<?, ?>) operations).forEach((verb, operation) -> {
                    if (operation instanceof Map<?, ?> described
                            && described.get("summary") instanceof String summary) {
                        String method = String.valueOf(verb).toUpperCase(Locale.ROOT);
                        text.append(String.format(Locale.ROOT, "%-6s %s%n       %s%n", method, path, summary));
                    }
                }));
        return ApiAnswers.guarded(HttpResponse.text(200, text.toString().replace("\r", "")));
    }
}
