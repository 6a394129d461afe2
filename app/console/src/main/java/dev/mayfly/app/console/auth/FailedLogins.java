package dev.mayfly.app.console.auth;

import dev.mayfly.base.clock.Clock;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts failed logins by address and name, for a minute. Safe for concurrent use. */
final class FailedLogins {
    /*
     * Failures count for a name and an address together, so a client cannot lock out a user by failing under that
     * user's name from elsewhere. An address is remembered with a bounded number of names: beyond them it is refused
     * with any other name until a minute has passed. Invented names therefore never displace the record of a name that
     * is being guessed, and a name that exists is treated as one that does not. Only addresses can be displaced, by as
     * many other addresses.
     */

    /** Failures with one name within a minute, after which further tries are turned away unheard. */
    static final int FAILURES_MAX = 10;

    /** Names with which one address may fail within a minute. */
    static final int NAMES_MAX = 100;

    private static final long WINDOW_NANOS = 60_000_000_000L;
    private static final int ADDRESSES_MAX = 10_000;

    /** The bytes of an IPv6 address that a provider assigns to one customer, of 16. */
    private static final int NETWORK_BYTES = 8;

    private final Clock machine;
    private final Map<String, Map<String, Failures>> addresses = new LinkedHashMap<>();

    private record Failures(int count, long since) {}

    FailedLogins(Clock machine) {
        this.machine = machine;
    }

    /** Returns true if a try with this name is to be refused unread. */
    synchronized boolean isTooMuch(String name, InetAddress from) {
        Map<String, Failures> names = addresses.get(origin(from));
        if (names == null) {
            return false;
        }
        long now = machine.tickNanos();
        names.values().removeIf(failures -> now - failures.since > WINDOW_NANOS);
        Failures known = names.get(name);
        return known == null ? names.size() >= NAMES_MAX : known.count >= FAILURES_MAX;
    }

    synchronized void add(String name, InetAddress from) {
        long now = machine.tickNanos();
        addresses
                .computeIfAbsent(origin(from), _ -> new LinkedHashMap<>())
                .merge(name, new Failures(1, now), (known, _) -> new Failures(known.count + 1, known.since));
        if (addresses.size() > ADDRESSES_MAX) {
            addresses.remove(addresses.keySet().iterator().next());
        }
    }

    private static String origin(InetAddress from) {
        byte[] address = from.getAddress();
        return HexFormat.of().formatHex(from instanceof Inet6Address ? Arrays.copyOf(address, NETWORK_BYTES) : address);
    }
}
