package dev.mayfly.examples.springcosmos;

import com.azure.spring.data.cosmos.repository.CosmosRepository;
import java.util.List;
import org.springframework.stereotype.Repository;

/** Keeps carts. One that is over is in none of its answers. */
@Repository
public interface CartRepository extends CosmosRepository<Cart, String> {
    List<Cart> findByCustomer(String customer);
}
