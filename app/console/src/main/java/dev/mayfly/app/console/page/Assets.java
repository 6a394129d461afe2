package dev.mayfly.app.console.page;

import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Scripts, styles and pictures: files of this module, under addresses that change when they do. Those that a page needs together are
 * one file, since a browser that has none of them yet waits for each.
 */
final class Assets {
    private static final String PREFIX = "/console/assets/";
    private static final Pattern GZIP = Pattern.compile("\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))");
    private static final String FOREVER = "public, max-age=31536000, immutable";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";

    /** The existing files and what each is made of; no other is looked up, so a name in a path leads nowhere else. */
    private static final Map<String, Source> SOURCES = Map.of(
            "console.css", new Source(STYLE, "vendor/uPlot.min.css", "console.css"),
            "console.js", new Source(SCRIPT, "vendor/htmx.min.js", "console.js", "documents.js"),
            "charts.js", new Source(SCRIPT, "vendor/uPlot.iife.min.js", "charts.js"),
            "icon.svg", new Source("image/svg+xml", "icon.svg"));

    private final Map<String, File> read = new ConcurrentHashMap<>();

    /**
     * The parts of a file, which follow each other in it.
     *
     * @param type of the whole
     */
    private record Source(String type, List<String> parts) {
        Source(String type, String... parts) {
            this(type, List.of(parts));
        }
    }

    /**
     * @param small the same, compressed: the files are the same for every visitor, so their length discloses nothing
     */
    private record File(byte[] bytes, byte[] small, String hash) {}

    /** Returns the address of a file for use in a page. */
    String address(String name) {
        return PREFIX + name + "?v=" + file(name).hash;
    }

    HttpResponse serve(HttpRequest request) {
        String name = request.parameter("name");
        Source source = SOURCES.get(name);
        if (source == null) {
            return Pages.guarded(HttpResponse.text(404, "no such file\n"));
        }
        File file = file(name);
        HttpResponse response = takesGzip(request)
                ? HttpResponse.of(200).withBody(source.type, file.small).with("Content-Encoding", "gzip")
                : HttpResponse.of(200).withBody(source.type, file.bytes);
        boolean isPinned = file.hash.equals(version(request));
        return response.with("X-Content-Type-Options", "nosniff")
                .with("Vary", "Accept-Encoding")
                .with("Cache-Control", isPinned ? FOREVER : "no-cache");
    }

    /** A client that refuses it says so with a weight of nothing. */
    private static boolean takesGzip(HttpRequest request) {
        String accepted = request.field("Accept-Encoding");
        return accepted != null && GZIP.matcher(accepted).find();
    }

    private static @Nullable String version(HttpRequest request) {
        return request.queryValue("v");
    }

    private File file(String name) {
        return read.computeIfAbsent(name, Assets::load);
    }

    private static byte[] compressed(byte[] bytes) throws IOException {
        ByteArrayOutputStream small = new ByteArrayOutputStream(bytes.length / 2);
        try (GZIPOutputStream out = new GZIPOutputStream(small)) {
            out.write(bytes);
        }
        return small.toByteArray();
    }

    private static File load(String name) {
        try {
            byte[] bytes = joined(Objects.requireNonNull(SOURCES.get(name), name));
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new File(bytes, compressed(bytes), HexFormat.of().formatHex(digest, 0, 6));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    private static byte[] joined(Source source) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (String part : source.parts) {
            try (InputStream in = Assets.class.getResourceAsStream(part)) {
                if (in == null) {
                    throw new IllegalStateException("the module has no file " + part);
                }
                in.transferTo(whole);
                whole.write('\n');
            }
        }
        return whole.toByteArray();
    }
}
