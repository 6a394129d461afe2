package dev.mayfly.examples.springsession;

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
        return MayflyServer.builder().faces(MayflyFace.MONGO).start();
    }

    @Bean
    DynamicPropertyRegistrar address(MayflyServer mayfly) {
        return properties -> properties.add("spring.mongodb.uri", () -> mayfly.connectionString(MayflyFace.MONGO));
    }

    @Bean
    MayflyClock mayflyClock(MayflyServer mayfly) {
        return mayfly.clock();
    }
}
