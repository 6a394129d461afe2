package dev.mayfly.app.console.auth;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The browsers that have a cookie of this server, with their users. Safe for concurrent use. */
public final class ConsoleSessions {
    /*
     * A browser sends its cookie with every request to this server, even one that another site causes, so the cookie
     * alone changes nothing: a change also carries a token, which only a page of this server can read. The cookie is
     * kept from scripts and from requests that begin on other sites; the port stands in its name, since browsers do
     * not tell ports apart.
     *
     * Only a login is kept. The cookie and the token of a browser that has not logged in are a random value signed
     * with a key of this process, so requests without a login, however many, displace no session of a user.
     */

    /** The header field with a session's token. */
    public static final String TOKEN_FIELD = "X-Mayfly-Token";

    /** Beyond this the one that was idle longest is forgotten. */
    static final int SESSIONS_MAX = 1_000;

    static final long IDLE_NANOS = 12 * 3_600 * 1_000_000_000L;

    private static final int SECRET_BYTES = 32;
    private static final String SIGNATURE = "HmacSHA256";
    /** Stands between the random value and its signature; no other cookie of this server contains it. */
    private static final char SIGNED = '.';

    /**
     * The session of one browser.
     *
     * @param id the value of its cookie
     * @param token the token that its changes carry
     * @param name the user logged in, or null if there is none
     */
    public record Session(String id, String token, @Nullable String name) {
        @Override
        public String toString() {
            return "session of " + (name == null ? "anybody" : name);
        }
    }

    private record Kept(Session session, long usedAt) {}

    private final Clock machine;
    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;
    private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    ConsoleSessions(Clock machine) {
        this.machine = machine;
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, SIGNATURE);
    }

    /** The session of the request's cookie, or null. */
    public synchronized @Nullable Session of(HttpRequest request) {
        String id = cookie(request);
        if (id == null) {
            return null;
        }
        Kept found = kept.get(id);
        if (found == null) {
            return anonymous(id);
        }
        long tick = machine.tickNanos();
        if (tick - found.usedAt > IDLE_NANOS) {
            kept.remove(found.session.id);
            return null;
        }
        kept.put(found.session.id, new Kept(found.session, tick));
        return found.session;
    }

    /** A new session of a browser that has not logged in; it is not kept. */
    public Session anonymous() {
        String value = secret();
        return new Session(value + SIGNED + signed("cookie", value), signed("token", value), null);
    }

    /** The session of a browser that has not logged in, or null if this server has not given it this cookie. */
    private @Nullable Session anonymous(String id) {
        int at = id.indexOf(SIGNED);
        if (at < 0) {
            return null;
        }
        String value = id.substring(0, at);
        boolean isOurs = MessageDigest.isEqual(
                signed("cookie", value).getBytes(StandardCharsets.UTF_8),
                id.substring(at + 1).getBytes(StandardCharsets.UTF_8));
        return isOurs ? new Session(id, signed("token", value), null) : null;
    }

    /** Opens the session of a user that has logged in. */
    public synchronized Session open(String name) {
        Session session = new Session(secret(), secret(), name);
        kept.put(session.id, new Kept(session, machine.tickNanos()));
        if (kept.size() > SESSIONS_MAX) {
            kept.remove(kept.keySet().iterator().next());
        }
        return session;
    }

    public synchronized void close(Session session) {
        kept.remove(session.id);
    }

    /** Compares the session's token in a time that does not depend on how much of it is right. */
    public static boolean isToken(Session session, @Nullable String token) {
        return token != null
                && MessageDigest.isEqual(
                        session.token.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /** The response with the session's cookie. */
    public static HttpResponse withCookie(HttpResponse response, HttpRequest request, Session session) {
        return response.with("Set-Cookie", cookieName(request) + "=" + session.id + attributes(request));
    }

    /** The response that takes the cookie away. */
    public static HttpResponse withoutCookie(HttpResponse response, HttpRequest request) {
        return response.with("Set-Cookie", cookieName(request) + "=" + attributes(request) + "; Max-Age=0");
    }

    private static String attributes(HttpRequest request) {
        return "; Path=/; HttpOnly; SameSite=Strict" + (request.connection().isSecure() ? "; Secure" : "");
    }

    private static String cookieName(HttpRequest request) {
        return "mayfly-" + request.connection().local().getPort();
    }

    private static @Nullable String cookie(HttpRequest request) {
        return cookie(request, cookieName(request));
    }

    /** The value of a cookie, or null. */
    public static @Nullable String cookie(HttpRequest request, String name) {
        for (String field : request.fields().all("Cookie")) {
            for (String pair : field.split(";", -1)) {
                String trimmed = pair.strip();
                if (trimmed.startsWith(name + "=")) {
                    return trimmed.substring(name.length() + 1);
                }
            }
        }
        return null;
    }

    private String signed(String purpose, String value) {
        try {
            Mac mac = Mac.getInstance(SIGNATURE);
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal((purpose + SIGNED + value).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + SIGNATURE, e);
        }
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
