import StrettoGeometry

/// The functions phi_j for integrals of polynomials times an exponential. Each function phi_j is the sum of x^k / (k + j)! over
/// all k >= 0, for x <= 0. For example, the function phi_1 is (e^x - 1) / x.
struct ExponentialIntegrals {
  let phi0: Double
  let phi1: Double
  let phi2: Double
  let phi3: Double
  let phi4: Double

  init(_ x: Double) {
    if x == 0 {
      (phi0, phi1, phi2, phi3, phi4) = (1, 1, 0.5, 1.0 / 6, 1.0 / 24)
    } else if x > -1 {
      // For small x, phi_4 is computed as a series of 17 terms, which give all digits of a double. A downward recurrence from
      // phi_4 gives phi_0 to phi_3.
      var (sum, term) = (0.0, 1.0 / 24)
      for k in 1...17 {
        sum += term
        term *= x / Double(k + 4)
      }
      phi4 = sum
      phi3 = 1.0 / 6 + x * phi4
      phi2 = 0.5 + x * phi3
      phi1 = 1 + x * phi2
      phi0 = 1 + x * phi1
    } else {
      phi0 = exp(x)
      phi1 = (phi0 - 1) / x
      phi2 = (phi1 - 1) / x
      phi3 = (phi2 - 0.5) / x
      phi4 = (phi3 - 1.0 / 6) / x
    }
  }
}
