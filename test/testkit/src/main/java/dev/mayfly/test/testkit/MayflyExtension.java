package dev.mayfly.test.testkit;

import java.lang.reflect.Parameter;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Starts a server when the first test of a class asks for one, and stops it after the last. Behind {@link MayflyTest};
 * to be registered by hand where its settings are not constants.
 */
public final class MayflyExtension implements ParameterResolver, BeforeEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(MayflyExtension.class);

    private final MayflyServer.Builder asked;

    /** For {@link MayflyTest}. */
    public MayflyExtension() {
        this(MayflyServer.builder());
    }

    private MayflyExtension(MayflyServer.Builder asked) {
        this.asked = asked;
    }

    public static Builder builder() {
        return new Builder(MayflyServer.builder());
    }

    /** The configuration of a server. Immutable. */
    public static final class Builder {
        private final MayflyServer.Builder asked;

        private Builder(MayflyServer.Builder asked) {
            this.asked = asked;
        }

        /** The instant at which the clock stands still at first; {@code system} for the machine's own clock. */
        public Builder clock(String start) {
            return new Builder(asked.clock(start));
        }

        public Builder faces(MayflyFace... wanted) {
            return new Builder(asked.faces(wanted));
        }

        /** Makes the server the only member of a replica set. */
        public Builder replicaSet(String name) {
            return new Builder(asked.replicaSet(name));
        }

        /** Sets what {@code mayfly serve} has a flag for, by the same words. */
        public Builder with(String flag, String value) {
            return new Builder(asked.with(flag, value));
        }

        public MayflyExtension build() {
            return new MayflyExtension(asked);
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        AnnotationSupport.findAnnotation(context.getElement(), AtInstant.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), AtInstant.class))
                .ifPresent(at -> server(context).clock().advanceTo(Instant.parse(at.value())));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == MayflyServer.class
                || type == MayflyClock.class
                || type == MayflyEvents.class
                || type == CosmosEndpoint.class
                || type == CouchbaseEndpoint.class
                || isClient(type.getName())
                || ServerProviders.chosen().supports(type);
    }

    private static boolean isClient(String name) {
        return name.equals(DriverClients.MONGO_CLIENT) || name.equals(CouchbaseClients.CLUSTER) || isCosmosClient(name);
    }

    private static boolean isCosmosClient(String name) {
        return name.equals(CosmosClients.CLIENT) || name.equals(CosmosClients.ASYNC_CLIENT);
    }

    @Override
    public Object resolveParameter(ParameterContext context, ExtensionContext extension) {
        Parameter parameter = context.getParameter();
        MayflyServer server = server(extension);
        Class<?> type = parameter.getType();
        if (type == MayflyServer.class) {
            return server;
        }
        if (type == MayflyClock.class) {
            return server.clock();
        }
        if (type == MayflyEvents.class) {
            return server.events();
        }
        if (type == CosmosEndpoint.class) {
            return server.cosmos();
        }
        if (type == CouchbaseEndpoint.class) {
            return server.couchbase();
        }
        return isClient(type.getName()) ? client(server.clients(), type.getName()) : server.unwrap(type);
    }

    private static Object client(DriverClients clients, String type) {
        if (type.equals(CouchbaseClients.CLUSTER)) {
            return clients.couchbase();
        }
        return isCosmosClient(type) ? clients.cosmos(type) : clients.mongo();
    }

    /** The server of the class, or of the method alone where that is to be fresh. */
    private MayflyServer server(ExtensionContext context) {
        boolean fresh = AnnotationSupport.isAnnotated(context.getElement(), Fresh.class)
                || AnnotationSupport.isAnnotated(context.getTestClass(), Fresh.class);
        ExtensionContext owner = fresh ? context : classOf(context);
        return started(owner.getStore(NAMESPACE), owner.getUniqueId(), context).server();
    }

    // JUnit 6 has a newer method for this, and JUnit 5 the older alone.
    @SuppressWarnings("deprecation")
    private StoredServer started(ExtensionContext.Store store, String key, ExtensionContext context) {
        StoredServer stored =
                store.getOrComputeIfAbsent(key, absent -> new StoredServer(start(context)), StoredServer.class);
        return Objects.requireNonNull(stored);
    }

    /**
     * A server that is closed with the store that has it: JUnit closes what is of the first of these types before 5.13, and of
     * the second from then on.
     */
    @SuppressWarnings("deprecation")
    private record StoredServer(MayflyServer server)
            implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        @Override
        public void close() {
            server.close();
        }
    }

    /** The class that says what its server is to be like, for those that are nested in it too. */
    private static ExtensionContext classOf(ExtensionContext context) {
        ExtensionContext at = context;
        while (at.getTestMethod().isPresent() || isNestedWithoutItsOwn(at)) {
            at = at.getParent().orElseThrow();
        }
        return at;
    }

    private static boolean isNestedWithoutItsOwn(ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        return type.isAnnotationPresent(Nested.class) && !AnnotationSupport.isAnnotated(type, MayflyTest.class);
    }

    private MayflyServer start(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(classOf(context).getRequiredTestClass(), MayflyTest.class)
                .map(test -> MayflyServer.builder()
                        .clock(test.clock())
                        .faces(test.faces())
                        .replicaSet(test.replicaSet()))
                .orElse(asked)
                .start();
    }
}
