package dev.mayfly.examples.springcosmos;

import com.azure.cosmos.CosmosClientBuilder;
import com.azure.spring.data.cosmos.config.AbstractCosmosConfiguration;
import com.azure.spring.data.cosmos.repository.config.EnableCosmosRepositories;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The account; its database and the container with its default time to live are made at the start. */
@Configuration
@EnableCosmosRepositories
public class CartConfiguration extends AbstractCosmosConfiguration {
    @Bean
    CosmosClientBuilder account(@Value("${cosmos.endpoint}") String endpoint, @Value("${cosmos.key}") String key) {
        return new CosmosClientBuilder().endpoint(endpoint).key(key).gatewayMode();
    }

    @Override
    protected String getDatabaseName() {
        return "shop";
    }
}
