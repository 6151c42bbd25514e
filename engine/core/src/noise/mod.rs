//! Noise: the normal distribution, and fractional Gaussian noise in blocks and value by value.

pub mod circulant;
mod fft;
pub mod midpoint;
pub mod normal;
