package dev.mayfly.app.console;

import dev.mayfly.app.console.Sessions.Session;
import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.transport.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets in who may come in: everybody, or the users it knows, by HTTP basic authentication or by the cookie of a browser
 * that has logged in. Safe for concurrent use.
 */
public final class Doorman {
    /** Failures of one user from one address within a minute, after which further tries are turned away unheard. */
    static final int FAILURES_MAX = 10;

    private static final long WINDOW_NANOS = 60_000_000_000L;
    private static final int REMEMBERED_MAX = 10_000;
    private static final String SCHEME = "Basic ";

    /**
     * Somebody who may come in.
     *
     * @param role what he may do
     */
    public record Guest(String name, String password, Role role) {
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * What became of logging in.
     *
     * @param session the new one, or null
     * @param refusal why there is none
     */
    public record Login(@Nullable Session session, String refusal) {}

    private record Failures(int count, long since) {}

    private final boolean open;
    private final Map<String, Guest> guests;
    private final Clock machine;
    private final Sessions sessions;
    private final Map<String, Failures> failures = new LinkedHashMap<>();

    private Doorman(boolean open, List<Guest> guests, Clock machine) {
        this.open = open;
        Map<String, Guest> byName = new LinkedHashMap<>();
        guests.forEach(guest -> byName.put(guest.name(), guest));
        this.guests = Map.copyOf(byName);
        this.machine = machine;
        this.sessions = new Sessions(machine);
    }

    public static Doorman open(Clock machine) {
        return new Doorman(true, List.of(), machine);
    }

    public static Doorman of(List<Guest> guests, Clock machine) {
        return new Doorman(false, guests, machine);
    }

    public Sessions sessions() {
        return sessions;
    }

    /** Whether everybody may come in. */
    public boolean isOpen() {
        return open;
    }

    /** Whether somebody with this session may come in. */
    public boolean knows(Session session) {
        return open || guest(session) != null;
    }

    private @Nullable Guest guest(Session session) {
        String name = session.name();
        return name == null ? null : guests.get(name);
    }

    /**
     * Throws unless the request comes from somebody who may do this.
     *
     * @return his name, or null where everybody may come in
     */
    @Nullable
    String admit(HttpRequest request, Role needed) {
        Session session = session(request);
        if (session != null && !isLook(request) && !Sessions.isToken(session, request.field(Sessions.TOKEN_FIELD))) {
            throw new AdminException(403, "forbidden", "a change with a cookie needs " + Sessions.TOKEN_FIELD);
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

    /** The session of a browser; whoever sends a password is asked for nothing else. */
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
        String from = name + "@" + request.connection().peer().getAddress().getHostAddress();
        refuseIfTried(from);
        Guest guest = check(name, password);
        if (guest == null) {
            remember(from);
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

    private synchronized void refuseIfTried(String from) {
        Failures known = failures.get(from);
        if (known != null && machine.tickNanos() - known.since > WINDOW_NANOS) {
            failures.remove(from);
        } else if (known != null && known.count >= FAILURES_MAX) {
            throw new AdminException(429, "too_many_failures", "too many failed logins; try again in a minute");
        }
    }

    private synchronized void remember(String from) {
        Failures known = failures.get(from);
        failures.put(
                from,
                known == null ? new Failures(1, machine.tickNanos()) : new Failures(known.count + 1, known.since));
        if (failures.size() > REMEMBERED_MAX) {
            failures.remove(failures.keySet().iterator().next());
        }
    }
}
