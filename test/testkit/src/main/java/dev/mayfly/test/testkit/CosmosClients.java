package dev.mayfly.test.testkit;

import java.lang.reflect.InvocationTargetException;

/** Makes clients of the SDK for Azure Cosmos DB, by reflection: this artifact does not depend on it. */
final class CosmosClients {
    static final String CLIENT = "com.azure.cosmos.CosmosClient";
    static final String ASYNC_CLIENT = "com.azure.cosmos.CosmosAsyncClient";
    private static final String BUILDER = "com.azure.cosmos.CosmosClientBuilder";

    private CosmosClients() {}

    static AutoCloseable create(CosmosEndpoint endpoint, String type) {
        // The SDK turns http into https, and looks for a virtual machine of Azure, unless told not to.
        System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
        System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
        try {
            Class<?> builderType = Class.forName(BUILDER);
            Object builder = builderType.getConstructor().newInstance();
            builderType.getMethod("endpoint", String.class).invoke(builder, endpoint.http());
            builderType.getMethod("key", String.class).invoke(builder, endpoint.key());
            builderType.getMethod("gatewayMode").invoke(builder);
            builderType
                    .getMethod("contentResponseOnWriteEnabled", boolean.class)
                    .invoke(builder, true);
            String build = type.equals(CLIENT) ? "buildClient" : "buildAsyncClient";
            return (AutoCloseable) builderType.getMethod(build).invoke(builder);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException missing) {
            throw new IllegalStateException("com.azure:azure-cosmos is not on the class path", missing);
        } catch (InvocationTargetException failure) {
            throw new IllegalStateException("the SDK could not make a client", failure.getCause());
        }
    }
}
