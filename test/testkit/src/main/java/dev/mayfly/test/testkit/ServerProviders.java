package dev.mayfly.test.testkit;

import java.util.Iterator;
import java.util.ServiceLoader;

/** Chooses who starts the servers of this JVM. */
final class ServerProviders {
    private static final ServerProvider CHOSEN = choose(Runtime.version().feature());

    private ServerProviders() {}

    static ServerProvider chosen() {
        return CHOSEN;
    }

    private static ServerProvider choose(int java) {
        Iterator<ServerProvider> found = ServiceLoader.load(ServerProvider.class, ServerProvider.class.getClassLoader())
                .iterator();
        while (true) {
            try {
                if (!found.hasNext()) {
                    return new ProcessProvider();
                }
                ServerProvider provider = found.next();
                if (provider.javaVersion() <= java) {
                    return provider;
                }
            } catch (UnsupportedClassVersionError newer) {
                // Its classes are for a later Java than this one.
                return new ProcessProvider();
            }
        }
    }
}
