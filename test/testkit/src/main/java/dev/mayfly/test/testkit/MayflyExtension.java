package dev.mayfly.test.testkit;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import java.lang.reflect.Parameter;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Starts a server when the first test of a class asks for one, and stops it after the last. Behind {@link MayflyTest};
 * to be registered by hand where its settings are not constants.
 */
public final class MayflyExtension implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(MayflyExtension.class);
    private static final String START = "2026-01-01T00:00:00Z";

    private final String clock;
    private final FaceName[] faces;
    private final String replicaSet;

    /** For {@link MayflyTest}. */
    public MayflyExtension() {
        this(START, FaceName.values(), "");
    }

    private MayflyExtension(String clock, FaceName[] faces, String replicaSet) {
        this.clock = clock;
        this.faces = faces.clone();
        this.replicaSet = replicaSet;
    }

    public static Builder builder() {
        return new Builder(START, FaceName.values(), "");
    }

    /** What a server is to be like. Immutable. */
    public static final class Builder {
        private final String clock;
        private final FaceName[] faces;
        private final String replicaSet;

        private Builder(String clock, FaceName[] faces, String replicaSet) {
            this.clock = clock;
            this.faces = faces.clone();
            this.replicaSet = replicaSet;
        }

        /** The instant at which the clock stands still at first; {@code system} for the machine's own clock. */
        public Builder clock(String start) {
            return new Builder(start, faces, replicaSet);
        }

        public Builder faces(FaceName... names) {
            return new Builder(clock, names, replicaSet);
        }

        /** Makes the server the only member of a replica set. */
        public Builder replicaSet(String name) {
            return new Builder(clock, faces, name);
        }

        public MayflyExtension build() {
            return new MayflyExtension(clock, faces, replicaSet);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == MayflyServer.class
                || type == MayflyClock.class
                || type == MayflyEvents.class
                || type == CosmosEndpoint.class
                || type == CouchbaseEndpoint.class
                || isClient(type.getName());
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
        RunningServer running = server(extension);
        Class<?> type = parameter.getType();
        if (type == MayflyServer.class) {
            return running.server();
        }
        if (type == MayflyClock.class) {
            return new MayflyClock(running.server());
        }
        if (type == CosmosEndpoint.class) {
            return CosmosEndpoint.of(running.server());
        }
        if (type == CouchbaseEndpoint.class) {
            return CouchbaseEndpoint.of(running.server());
        }
        if (type.getName().equals(CouchbaseClients.CLUSTER)) {
            return running.clients().couchbase();
        }
        if (isCosmosClient(type.getName())) {
            return running.clients().cosmos(type.getName());
        }
        return type == MayflyEvents.class ? running.events() : running.clients().mongo();
    }

    /** The server of the class, or of the method alone where that is to be fresh. */
    private RunningServer server(ExtensionContext context) {
        boolean fresh = AnnotationSupport.isAnnotated(context.getElement(), Fresh.class)
                || AnnotationSupport.isAnnotated(context.getTestClass(), Fresh.class);
        ExtensionContext owner = fresh ? context : classOf(context);
        return owner.getStore(NAMESPACE).computeIfAbsent(owner.getUniqueId(), _ -> start(context), RunningServer.class);
    }

    private static ExtensionContext classOf(ExtensionContext context) {
        ExtensionContext at = context;
        while (at.getTestMethod().isPresent()) {
            at = at.getParent().orElseThrow();
        }
        return at;
    }

    private RunningServer start(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestClass(), MayflyTest.class)
                .map(asked -> new RunningServer(asked.clock(), asked.faces(), asked.replicaSet()))
                .orElseGet(() -> new RunningServer(clock, faces, replicaSet));
    }
}
