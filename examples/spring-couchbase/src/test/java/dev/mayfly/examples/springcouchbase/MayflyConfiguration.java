package dev.mayfly.examples.springcouchbase;

import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** A server for the application under test. */
@TestConfiguration(proxyBeanMethods = false)
class MayflyConfiguration {
    @Bean
    MayflyServer mayfly() {
        return MayflyServer.builder().faces(MayflyFace.COUCHBASE).start();
    }

    @Bean
    DynamicPropertyRegistrar address(MayflyServer mayfly) {
        return properties -> properties.add(
                "spring.couchbase.connection-string", () -> mayfly.connectionString(MayflyFace.COUCHBASE));
    }

    @Bean
    MayflyClock mayflyClock(MayflyServer mayfly) {
        return mayfly.clock();
    }
}
