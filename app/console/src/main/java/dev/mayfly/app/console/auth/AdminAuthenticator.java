package dev.mayfly.app.console.auth;

import dev.mayfly.app.console.auth.ConsoleSessions.Session;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.transport.http.HttpRequest;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Admits callers: all of them, or the users it knows, by HTTP basic authentication or by the cookie of a browser that
 * has logged in. Safe for concurrent use.
 */
public final class AdminAuthenticator {
    private static final String SCHEME = "Basic ";

    /**
     * A user that may log in.
     *
     * @param role the user's permissions
     */
    public record Guest(String name, String password, AdminRole role) {
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * The result of a login.
     *
     * @param session the new one, or null
     * @param refusal the reason why there is none
     */
    public record Login(@Nullable Session session, String refusal) {}

    private final boolean open;
    private final Map<String, Guest> guests;
    private final ConsoleSessions sessions;
    private final FailedLogins failures;

    private AdminAuthenticator(boolean open, List<Guest> guests, Clock machine) {
        this.open = open;
        Map<String, Guest> byName = new LinkedHashMap<>();
        guests.forEach(guest -> byName.put(guest.name(), guest));
        this.guests = Map.copyOf(byName);
        this.failures = new FailedLogins(machine);
        this.sessions = new ConsoleSessions(machine);
    }

    public static AdminAuthenticator open(Clock machine) {
        return new AdminAuthenticator(true, List.of(), machine);
    }

    public static AdminAuthenticator of(List<Guest> guests, Clock machine) {
        return new AdminAuthenticator(false, guests, machine);
    }

    public ConsoleSessions sessions() {
        return sessions;
    }

    /** Returns true if no login is needed. */
    public boolean isOpen() {
        return open;
    }

    /** Returns true if the session may use the admin face. */
    public boolean knows(Session session) {
        return open || guest(session) != null;
    }

    private @Nullable Guest guest(Session session) {
        String name = session.name();
        return name == null ? null : guests.get(name);
    }

    /**
     * Throws unless the request comes from a user with this role.
     *
     * @return the user's name, or null if no login is needed
     */
    @Nullable
    String admit(HttpRequest request, AdminRole needed) {
        Session session = session(request);
        if (session != null
                && !isLook(request)
                && !ConsoleSessions.isToken(session, request.field(ConsoleSessions.TOKEN_FIELD))) {
            throw new AdminException(403, "forbidden", "a change with a cookie needs " + ConsoleSessions.TOKEN_FIELD);
        }
        if (open) {
            request.connection().loggedIn();
            return null;
        }
        Guest guest = session == null ? null : guest(session);
        if (guest == null) {
            guest = byPassword(request);
        }
        request.connection().loggedIn();
        if (!guest.role().includes(needed)) {
            throw new AdminException(
                    403,
                    "forbidden",
                    "this needs the role " + needed.word() + "; " + guest + " has "
                            + guest.role().word());
        }
        return guest.name();
    }

    /** The name with which a request that was admitted came, or null where everybody may come in. */
    @Nullable
    String nameOf(HttpRequest request) {
        if (open) {
            return null;
        }
        Session session = session(request);
        if (session != null && session.name() != null) {
            return session.name();
        }
        String credentials = credentials(request);
        int colon = credentials == null ? -1 : credentials.indexOf(':');
        return credentials == null || colon < 0 ? null : credentials.substring(0, colon);
    }

    /** Returns the session of a browser; a request with a password needs no session. */
    private @Nullable Session session(HttpRequest request) {
        return request.field("Authorization") == null ? sessions.of(request) : null;
    }

    private static boolean isLook(HttpRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    private Guest byPassword(HttpRequest request) {
        String credentials = credentials(request);
        int colon = credentials == null ? -1 : credentials.indexOf(':');
        if (credentials == null || colon < 0) {
            throw new AdminException(401, "unauthorized", "log in with a configured user");
        }
        return byPassword(request, credentials.substring(0, colon), credentials.substring(colon + 1));
    }

    private Guest byPassword(HttpRequest request, String name, String password) {
        InetAddress from = request.connection().peer().getAddress();
        if (failures.isTooMuch(name, from)) {
            throw new AdminException(429, "too_many_failures", "too many failed logins; try again in a minute");
        }
        Guest guest = check(name, password);
        if (guest == null) {
            failures.add(name, from);
            throw new AdminException(401, "unauthorized", "unknown user or wrong password");
        }
        return guest;
    }

    /** Logs a browser in. */
    public Login login(HttpRequest request, String name, String password) {
        try {
            Guest guest = byPassword(request, name, password);
            request.connection().loggedIn();
            return new Login(sessions.open(guest.name()), "");
        } catch (AdminException refusal) {
            return new Login(null, refusal.text());
        }
    }

    private static @Nullable String credentials(HttpRequest request) {
        String field = request.field("Authorization");
        if (field == null || !field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        try {
            byte[] decoded =
                    Base64.getDecoder().decode(field.substring(SCHEME.length()).strip());
            return new String(decoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /** An unknown name takes as long as a wrong password, and neither time depends on what is right. */
    private @Nullable Guest check(String name, String password) {
        Guest known = guests.get(name);
        byte[] expected = digest(known == null ? "" : known.password());
        boolean same = MessageDigest.isEqual(expected, digest(password));
        return same ? known : null;
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
