package dev.mayfly.app.console.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The proof that a request comes from a holder of the secret, and of its time: {@code t=SECONDS,v1=HEX}, where HEX is
 * the HMAC-SHA-256 of the seconds since the epoch in digits, a dot and the body.
 */
final class Signature {
    static final String FIELD = "Mayfly-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    static String of(String secret, long epochSeconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((epochSeconds + ".").getBytes(StandardCharsets.UTF_8));
            return "t=" + epochSeconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
        }
    }
}
