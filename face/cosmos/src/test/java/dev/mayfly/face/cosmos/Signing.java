package dev.mayfly.face.cosmos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.Link;
import dev.mayfly.face.cosmos.http.ResourceType;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests as clients do, by the published protocol. */
public final class Signing {
    private Signing() {}

    public static String date(long millis) {
        return DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(Instant.ofEpochMilli(millis));
    }

    /** The authorization header of a request to this path; of a path that leads nowhere that of the account. */
    public static String header(String key, String method, String path, String date) {
        String type = "";
        String resource = "";
        try {
            Link link = Link.of(path);
            boolean isOperation = link.type() == ResourceType.CONTAINER_OPERATION;
            type = isOperation ? "colls" : link.type().word();
            resource = link.resourceLink(isOperation ? 2 : link.ids().size());
        } catch (CosmosException _) {
            // Refused by whoever reads it, signed or not.
        }
        return header(key, method.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + resource + "\n" + date);
    }

    /** @param text verb, type, link and date, each in the case in which it is signed, but for the date */
    public static String header(String key, String text) {
        int date = text.lastIndexOf('\n');
        return encoded(
                signature(key, text.substring(0, date) + text.substring(date).toLowerCase(Locale.ROOT) + "\n\n"));
    }

    private static String signature(String key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static String encoded(String signature) {
        return URLEncoder.encode("type=master&ver=1.0&sig=" + signature, UTF_8);
    }
}
