package dev.mayfly.app.server.config;

import dev.mayfly.app.server.config.ServerConfig.NodeChoice;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Reads how a server is known to others. */
final class NodeReader {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]{1,253}");

    /** What stands in the answers of an account, and in field values of requests. */
    private static final Pattern REGION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ()_-]{0,63}");

    private final SettingValues values;

    NodeReader(SettingValues values) {
        this.values = values;
    }

    /** @param bind where the server listens, which is how it is reached if nothing else is said */
    NodeChoice read(InetAddress bind) {
        String region = values.of(Setting.REGION).text().strip();
        if (!region.isEmpty() && !REGION.matcher(region).matches()) {
            values.mistake(Setting.REGION, "\"" + region + "\" is not a name of a region, such as West US");
        }
        String address = values.of(Setting.NODE_ADDRESS).text();
        if (address.isEmpty()) {
            return new NodeChoice(usual(bind), region);
        }
        if (!HOST.matcher(address).matches()) {
            values.mistake(Setting.NODE_ADDRESS, "\"" + address + "\" is neither a name nor an address of a machine");
        }
        return new NodeChoice(address, region);
    }

    private static String usual(InetAddress bind) {
        if (!bind.isAnyLocalAddress()) {
            return bind.getHostAddress();
        }
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException _) {
            return InetAddress.getLoopbackAddress().getHostAddress();
        }
    }
}
