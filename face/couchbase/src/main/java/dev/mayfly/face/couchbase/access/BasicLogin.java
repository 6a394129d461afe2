package dev.mayfly.face.couchbase.access;

import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.KvAuthentication;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates requests that carry a name and a password (RFC 7617). A verified password is recognized by its keyed
 * hash from then on, since verification is slow. Safe for concurrent use.
 */
public final class BasicLogin {
    private static final String SCHEME = "Basic ";
    private static final String HASH = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int REMEMBERED_MAX = 1_000;

    private final StoredUsers users;
    private final KvAuthentication authentication;
    private final SecretKeySpec key;
    private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();

    private record Remembered(long generation, byte[] hash) {}

    public BasicLogin(StoredUsers users, KvAuthentication authentication) {
        this.users = users;
        this.authentication = authentication;
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, HASH);
    }

    /** @param field the value of the header field {@code Authorization}; anything that proves nothing answers null */
    public @Nullable Caller check(@Nullable String field, InetAddress from) {
        if (field == null || !field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String pair;
        try {
            pair = new String(
                    Base64.getDecoder().decode(field.substring(SCHEME.length()).trim()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return null;
        }
        int colon = pair.indexOf(':');
        return colon < 0 ? null : check(pair.substring(0, colon), pair.substring(colon + 1), from);
    }

    /** Returns the user, or null if the password is wrong. */
    public @Nullable Caller check(String user, String password, InetAddress from) {
        long generation = users.generation();
        byte[] hash = hash(user, password);
        Remembered known = remembered.get(user);
        if (known != null && known.generation == generation && MessageDigest.isEqual(known.hash, hash)) {
            return users.identity(user);
        }
        Identity identity = authentication.check(user, password, from);
        if (identity == null) {
            return null;
        }
        if (remembered.size() >= REMEMBERED_MAX) {
            remembered.clear();
        }
        remembered.put(user, new Remembered(generation, hash));
        return users.identity(user);
    }

    private byte[] hash(String user, String password) {
        try {
            Mac mac = Mac.getInstance(HASH);
            mac.init(key);
            mac.update(user.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HASH, e);
        }
    }
}
