package dev.mayfly.app.console.page;

import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Scripts, styles and pictures: files of this module, under addresses that change when they do. */
final class Assets {
    private static final String PREFIX = "/console/assets/";
    private static final String FOREVER = "public, max-age=31536000, immutable";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";

    /** What there is; nothing else is looked for, so no name in a path leads anywhere. */
    private static final Map<String, String> TYPES = Map.of(
            "console.css", STYLE,
            "console.js", SCRIPT,
            "charts.js", SCRIPT,
            "icon.svg", "image/svg+xml",
            "vendor/htmx.min.js", SCRIPT,
            "vendor/uPlot.iife.min.js", SCRIPT,
            "vendor/uPlot.min.css", STYLE);

    private final Map<String, File> read = new ConcurrentHashMap<>();

    private record File(byte[] bytes, String hash) {}

    /** Where a page finds a file. */
    String address(String name) {
        return PREFIX + name + "?v=" + file(name).hash;
    }

    HttpResponse serve(HttpRequest request) {
        String name = request.parameter("name");
        String type = TYPES.get(name);
        if (type == null) {
            return Pages.guarded(HttpResponse.text(404, "no such file\n"));
        }
        File file = file(name);
        HttpResponse response = HttpResponse.of(200).withBody(type, file.bytes);
        boolean isPinned = file.hash.equals(version(request));
        return response.with("X-Content-Type-Options", "nosniff")
                .with("Cache-Control", isPinned ? FOREVER : "no-cache");
    }

    private static @Nullable String version(HttpRequest request) {
        return request.queryValue("v");
    }

    private File file(String name) {
        return read.computeIfAbsent(name, Assets::load);
    }

    private static File load(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the module has no file " + name);
            }
            byte[] bytes = in.readAllBytes();
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new File(bytes, HexFormat.of().formatHex(digest, 0, 6));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
