package dev.mayfly.face.cosmos.session;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The content of an authorization header: {@code type=master&ver=1.0&sig=...}, percent-encoded or not.
 *
 * @param type {@code master} or {@code resource}
 * @param signature everything after {@code sig=}
 */
record SentToken(String type, String version, String signature) {
    private static final int CHARACTERS_MAX = 4_096;

    /** Null when it is none. */
    static @Nullable SentToken of(String header) {
        String text = header.length() > CHARACTERS_MAX ? null : decoded(header);
        if (text == null) {
            return null;
        }
        int version = text.indexOf("&ver=");
        int signature = text.indexOf("&sig=", Math.max(version, 0));
        if (!text.startsWith("type=") || version < 0 || signature < 0) {
            return null;
        }
        return new SentToken(
                text.substring("type=".length(), version),
                text.substring(version + "&ver=".length(), signature),
                text.substring(signature + "&sig=".length()));
    }

    /** A plus is a plus of base64, whether it was encoded or not. */
    private static @Nullable String decoded(String header) {
        if (header.indexOf('%') < 0) {
            return header;
        }
        try {
            return URLDecoder.decode(header.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    @Override
    public String toString() {
        return type;
    }
}
