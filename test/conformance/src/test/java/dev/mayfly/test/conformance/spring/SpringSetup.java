package dev.mayfly.test.conformance.spring;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.config.AbstractMongoClientConfiguration;
import org.springframework.data.mongodb.repository.config.EnableMongoRepositories;

/** The set-up of an application that uses Spring Data. */
@Configuration(proxyBeanMethods = false)
@EnableMongoRepositories
class SpringSetup extends AbstractMongoClientConfiguration {
    static final String DATABASE = "spring";

    private final String uri;

    SpringSetup(@Value("${uri}") String uri) {
        this.uri = uri;
    }

    @Override
    protected String getDatabaseName() {
        return DATABASE;
    }

    @Override
    public MongoClient mongoClient() {
        return MongoClients.create(uri);
    }

    @Override
    protected boolean autoIndexCreation() {
        return true;
    }
}
