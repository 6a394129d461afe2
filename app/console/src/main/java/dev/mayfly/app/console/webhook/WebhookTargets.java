package dev.mayfly.app.console.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The addresses that webhooks may have. A host must be named, by itself or by its domain; and each of its addresses
 * must be public, or lie in a network that is named, too. Without any names no address is allowed.
 */
public final class WebhookTargets {
    private static final List<Network> NOT_PUBLIC = networks(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3");

    /** In IPv6 only the globally assigned addresses are public, except those that stand for addresses of IPv4. */
    private static final Network GLOBAL_6 = Network.of("2000::/3");

    private static final List<Network> NOT_PUBLIC_6 = networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

    private final List<String> hosts;
    private final List<Network> networks;

    private WebhookTargets(List<String> hosts, List<Network> networks) {
        this.hosts = List.copyOf(hosts);
        this.networks = List.copyOf(networks);
    }

    private static List<Network> networks(String... texts) {
        return List.of(texts).stream().map(Network::of).toList();
    }

    /**
     * Reads what an operator names; refuses what is neither with {@link IllegalArgumentException}.
     *
     * @param words {@code host}, {@code host:port}, {@code *.domain}, or networks such as {@code 10.0.0.0/8}
     */
    public static WebhookTargets of(List<String> words) {
        List<String> hosts = new ArrayList<>();
        List<Network> networks = new ArrayList<>();
        for (String word : words) {
            if (Network.isOne(word)) {
                networks.add(Network.of(word));
            } else if (word.contains("/") || word.equals("*")) {
                throw new IllegalArgumentException(
                        "\"" + word + "\" is no host, host:port, *.domain or network such as 10.0.0.0/8");
            } else {
                hosts.add(word.toLowerCase(Locale.ROOT));
            }
        }
        return new WebhookTargets(hosts, networks);
    }

    /** Returns true if a webhook may have this address, as far as that can be told before its name is looked up. */
    public boolean names(URI target) {
        String host = target.getHost();
        if (host == null) {
            return false;
        }
        if (Network.isOne(host)) {
            // A literal address is named by its network.
            Network literal = Network.of(host);
            return networks.stream().anyMatch(network -> network.contains(addressOf(literal)));
        }
        String name = host.toLowerCase(Locale.ROOT);
        String withPort = name + ":" + HookCall.port(target);
        return hosts.stream()
                .anyMatch(allowed -> allowed.startsWith("*.")
                        ? name.endsWith(allowed.substring(1))
                        : allowed.equals(name) || allowed.equals(withPort));
    }

    private static InetAddress addressOf(Network literal) {
        try {
            return InetAddress.getByAddress(literal.prefix());
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("the address was read from one", impossible);
        }
    }

    /** Returns true if a request may be sent to this address. */
    public boolean admits(InetAddress address) {
        return isPublic(address) || networks.stream().anyMatch(network -> network.contains(address));
    }

    static boolean isPublic(InetAddress address) {
        boolean isSpecial = address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress();
        boolean isShort = address.getAddress().length == 4;
        boolean isGlobal = isShort || GLOBAL_6.contains(address);
        List<Network> exceptions = isShort ? NOT_PUBLIC : NOT_PUBLIC_6;
        return !isSpecial && isGlobal && exceptions.stream().noneMatch(network -> network.contains(address));
    }

    @Override
    public String toString() {
        return hosts.size() + " hosts, " + networks.size() + " networks";
    }
}
